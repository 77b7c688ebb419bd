// SPDX-License-Identifier: GPL-3.0-or-later
// The scope tree as a table: each scope with all that is inside it, and with
// parent, current and children of the chosen one above.

import { Grid, numbers, texts } from './grid.js';
import { heatCell } from './cells.js';
import { fill, h } from './dom.js';
import { figure, seconds } from './format.js';
import { exclusive, inclusive } from './metric.js';
import { BLOCK, LOOP, REF, kindNames } from './tree.js';

/** A row of the tree; its children are made when they are asked for.  */
class Row {
  constructor(view, scope) {
    const { tree } = view.profile;
    this.key = scope;
    this.view = view;
    this.name = tree.name(scope);
    this.kind = kindNames[tree.kinds[scope]];
    const line = tree.number(scope, 'line');
    if (tree.kinds[scope] === LOOP && line > 0)
      this.name = `loop, line ${line}`;
    view.values.forEach((v, i) => { this[`v${i}`] = v[scope]; });
    this.list = null;
  }

  get _children() {
    this.list ??= this.view.childrenOf(this.key)
      .map((i) => this.view.row(i));
    return this.list.length ? this.list : null;
  }

  set _children(list) {
    this.list = list ?? [];
  }
}

export class ScopeTree {
  /** In the element AT, above it the path in TRAIL.  */
  constructor(at, trail, profile, pick) {
    Object.assign(this, { at, trail, profile, pick });
    this.rows = new Map();
    this.allowed = null;
    this.load([]);
    this.grid = new Grid(at, { tree: true, label: 'Scope tree',
      rows: [this.row(0)], pick: (r) => pick(r.key), sort: [],
      columns: this.columns() });
    this.grid.ready.then(() => this.open(this.start()));
  }

  /** The values of METRICS, after time and bound if anything was timed.  */
  load(metrics) {
    const { tree } = this.profile;
    this.shown = [];
    for (const name of this.profile.untimed && metrics.length ? []
      : ['time', 'bound']) {
      const m = tree.metric(name);
      this.shown.push({ title: name, unit: 's', values: inclusive(tree, m) });
    }
    for (const m of metrics) {
      this.shown.push({ title: m.name, unit: m.unit,
                        values: inclusive(tree, m) });
      if (m.kind === 'sum')
        this.shown.push({ title: `${m.name}, own`, unit: m.unit,
                          values: exclusive(tree, m) });
    }
    this.values = this.shown.map((s) => s.values);
    this.rows.clear();
  }

  columns() {
    return [texts('scope', 'name', (r) => h('span', {}, h('small', {},
      r.kind), ' ', r.name), { minWidth: 220, cssClass: 'name' }),
    ...this.shown.map((s, i) => numbers(s.title, `v${i}`, (r) => {
      const value = r[`v${i}`], whole = s.values[0];
      return heatCell(s.unit === 's' ? seconds(value) : figure(value, s.unit),
                      value / whole);
    }, { width: 108 }))];
  }

  row(scope) {
    if (!this.rows.has(scope)) this.rows.set(scope, new Row(this, scope));
    return this.rows.get(scope);
  }

  /** The scopes inside SCOPE, the largest first, without references.  */
  childrenOf(scope) {
    const { tree } = this.profile, time = this.values[0];
    const size = (i) => (Number.isNaN(time[i]) ? -1 : time[i]);
    return tree.children(scope)
      .filter((i) => tree.kinds[i] !== REF && tree.kinds[i] !== BLOCK
        && (!this.allowed || this.allowed[i]))
      .sort((a, b) => size(b) - size(a));
  }

  /** Where a tree is opened at first: down to what has a choice.  */
  start() {
    let at = 0;
    for (;;) {
      const inside = this.childrenOf(at);
      if (inside.length !== 1) return at;
      [at] = inside;
    }
  }

  /** Open the rows from the top down to SCOPE.  */
  open(scope) {
    const { tree } = this.profile, path = [];
    for (let i = scope; i >= 0; i = tree.parents[i]) path.unshift(i);
    let rows = this.grid.table.getRows();
    for (const i of path) {
      const row = rows.find((r) => r.getData().key === i);
      if (!row) return null;
      if (i === scope && !this.childrenOf(i).length) return row;
      if (!row.isTreeExpanded()) row.treeExpand();
      if (i === scope) return row;
      rows = row.getTreeChildren();
    }
    return null;
  }

  /** Choose SCOPE: open it, show it, and its path above.  */
  async choose(scope) {
    await this.grid.ready;
    const { tree } = this.profile, path = [];
    const row = this.open(scope);
    this.grid.chosen = scope;
    for (const r of this.grid.table.getRows('visible')) this.grid.mark(r);
    if (row) this.grid.table.scrollToRow(row, 'nearest', false)
      .then(() => this.grid.mark(row), () => {});
    for (let i = scope; i >= 0; i = tree.parents[i]) path.unshift(i);
    const [{ unit, values }] = this.shown;
    const text = (i) => (unit === 's' ? seconds(values[i])
      : figure(values[i], unit));
    fill(this.trail, path.map((i) => [h('button', {
      type: 'button', class: i === scope ? 'current' : 'parent',
      click: () => this.pick(i) }, `${tree.name(i)} ${text(i)}`),
    i === scope ? null : ' ▸ ']), h('span', { class: 'hint' },
      ` ${this.childrenOf(scope).length} inside`));
  }

  /** Show the scopes that TEST, a filter, lets through, and those around
      them; all if it is null.  */
  async setFilter(test) {
    await this.grid.ready;
    const { tree } = this.profile;
    this.allowed = test && new Uint8Array(tree.n);
    // 2: everything inside goes with it.
    for (let i = 0; test && i < tree.n; i++)
      if (test.inside && this.allowed[tree.parents[i]] === 2)
        this.allowed[i] = 2;
      else if (tree.kinds[i] !== REF && tree.kinds[i] !== BLOCK
               && test.scope(i))
        this.allowed[i] = 2;
    for (let i = tree.n - 1; test && i > 0; i--)
      if (this.allowed[i]) this.allowed[tree.parents[i]] ||= 1;
    this.rows.clear();
    await this.grid.table.replaceData([this.row(0)]);
    this.open(this.start());
  }

  /** Show METRICS beside time and bound.  */
  async setMetrics(metrics) {
    await this.grid.ready;
    this.load(metrics);
    this.grid.setColumns(this.columns());
    await this.grid.table.replaceData([this.row(0)]);
    this.open(this.start());
  }
}
