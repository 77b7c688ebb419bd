// SPDX-License-Identifier: GPL-3.0-or-later
// Tables: Tabulator with what all tables of the page have in common.

import { DataTreeModule, FilterModule, FormatModule, InteractionModule,
         ResizeColumnsModule, ResizeTableModule, SortModule, Tabulator }
  from 'tabulator-tables';
import { h } from './dom.js';
import { safe } from './format.js';

/** Compare A with B, numbers or texts; what is not known comes last in either
    direction, which is 1 or -1.  */
function compare(a, b, direction) {
  const x = Number.isNaN(a), y = Number.isNaN(b);
  if (x || y) return Number(x) - Number(y);
  return (a < b ? -1 : a > b ? 1 : 0) * direction;
}

/** Sorting by values that are taken from the rows once: Tabulator's own asks
    for each of them at every comparison.  */
class QuickSort extends SortModule {
  _sortItems(rows, list) {
    const keys = list.map(({ column, dir }) => ({
      values: rows.map((row) => row.data[column.getField()]),
      direction: dir === 'asc' ? 1 : -1 })).reverse();
    const order = rows.map((row, i) => i);
    order.sort((a, b) => {
      for (const { values, direction } of keys) {
        const c = compare(values[a], values[b], direction);
        if (c) return c;
      }
      return a - b;
    });
    const sorted = order.map((i) => rows[i]);
    for (let i = 0; i < rows.length; i++) rows[i] = sorted[i];
  }
}

Tabulator.registerModule([DataTreeModule, FilterModule, FormatModule,
  InteractionModule, QuickSort, ResizeColumnsModule, ResizeTableModule]);

/** Something said about a column where the mouse rests on its title.  */
export function hint(text) {
  return { titleFormatter: (cell) => h('span', { title: safe(text) },
                                       cell.getValue()) };
}

/** A column of numbers: FIELD under TITLE, shown as TEXT of a row says.  */
export function numbers(title, field, text, more = {}) {
  return { title, field, hozAlign: 'right', headerHozAlign: 'right', sorter: () => 0,
    headerSortStartingDir: 'desc',
    formatter: (cell) => element(text(cell.getData(), cell)), ...more };
}

/** A column of texts.  */
export function texts(title, field, text, more = {}) {
  return { title, field, sorter: () => 0,
    formatter: (cell) => element(text(cell.getData(), cell)), ...more };
}

function element(what) {
  return what instanceof Node ? what : h('span', {}, what);
}

/** A table in the element AT with COLUMNS and ROWS, whose field `key' tells
    them apart; PICK is called with the data of a row that is chosen.  */
export class Grid {
  constructor(at, { columns, rows, pick, sort, tree = false, label }) {
    this.chosen = null;
    this.ready = new Promise((resolve) => {
      this.table = new Tabulator(at, {
        data: rows, columns, index: 'key', height: '100%',
        layout: 'fitColumns', renderVerticalBuffer: 300,
        headerSortTristate: false, columnHeaderSortMulti: true,
        initialSort: sort, dataTree: tree, dataTreeStartExpanded: false,
        dataTreeChildIndent: 14, dataTreeFilter: false,
        dataTreeElementColumn: 'name', nestedFieldSeparator: false,
        rowFormatter: (row) => this.mark(row),
      });
      this.table.on('tableBuilt', resolve);
    });
    at.setAttribute('aria-label', label);
    this.table.on('rowClick', (event, row) => pick(row.getData()));
  }

  /** Show on ROW whether it is the chosen one.  */
  mark(row) {
    const e = row.getElement(), chosen = row.getData().key === this.chosen;
    // The rows may have been replaced while one was scrolled to.
    if (!e.classList) return;
    e.classList.toggle('chosen', chosen);
    e.setAttribute('aria-selected', String(chosen));
    e.dataset.key = row.getData().key;
  }

  /** Choose the row of KEY; bring it into view if SHOW.  */
  choose(key, show) {
    this.chosen = key;
    for (const row of this.table.getRows('visible')) this.mark(row);
    if (!show) return;
    const row = this.table.getRows('active')
      .find((r) => r.getData().key === key);
    if (row) this.table.scrollToRow(row, 'nearest', false).then(
      () => this.mark(row), () => {});
  }

  /** The data of the row BY places after the chosen one.  */
  neighbour(by) {
    const rows = this.table.getRows('active');
    const at = rows.findIndex((r) => r.getData().key === this.chosen);
    const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1,
                                                       at + by))];
    return next?.getData() ?? null;
  }

  filter(test) {
    if (test) this.table.setFilter(test);
    else this.table.clearFilter();
  }

  setColumns(columns) {
    this.table.setColumns(columns);
  }

  redraw() {
    this.table.redraw(true);
  }
}
