// SPDX-License-Identifier: GPL-3.0-or-later
// Tables: Tabulator with what all tables of the page have in common.

import { DataTreeModule, FilterModule, FormatModule, InteractionModule,
         ResizeColumnsModule, ResizeTableModule, SortModule, Tabulator }
  from 'tabulator-tables';
import { h } from './dom.js';

Tabulator.registerModule([DataTreeModule, FilterModule, FormatModule,
  InteractionModule, ResizeColumnsModule, ResizeTableModule, SortModule]);

/** Numbers; those that are not known come last in either order.  */
export function byNumber(a, b, rowA, rowB, column, dir) {
  const x = Number.isNaN(a), y = Number.isNaN(b);
  if (x || y) return (Number(x) - Number(y)) * (dir === 'asc' ? 1 : -1);
  return a - b;
}

function byText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A column of numbers: FIELD under TITLE, shown as TEXT of a row says.  */
export function numbers(title, field, text, more = {}) {
  return { title, field, hozAlign: 'right', headerHozAlign: 'right',
    sorter: byNumber, headerSortStartingDir: 'desc',
    formatter: (cell) => element(text(cell.getData(), cell)), ...more };
}

/** A column of texts.  */
export function texts(title, field, text, more = {}) {
  return { title, field, sorter: byText,
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
    e.classList.toggle('chosen', chosen);
    e.setAttribute('aria-selected', String(chosen));
    e.dataset.key = row.getData().key;
  }

  /** Choose the row of KEY; bring it into view if SHOW.  */
  choose(key, show) {
    this.chosen = key;
    for (const row of this.table.getRows('visible')) this.mark(row);
    if (!show) return;
    const row = this.table.getRow(key);
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
