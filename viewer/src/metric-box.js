// SPDX-License-Identifier: GPL-3.0-or-later
// The metric chooser and the formula box: what they choose stands in a column
// of the tables and beside the source.

import { fill, h } from './dom.js';
import { parseFormula } from './formula.js';
import { deriveAny } from './metric.js';
import { metricKey } from './tree.js';

/** Whether all operands of READY, one of LIST, are in TREE.  */
export function derivable(tree, ready, list, depth = 0) {
  try {
    return parseFormula(ready.definition).operands.every(({ name }) => {
      const m = tree.metric(name);
      if (m) {
        const b = tree.builtin.find((x) => x.name === metricKey(m.name));
        return !b || (tree.attributes.get(b.attribute)?.at.length ?? 0) > 0;
      }
      const other = list.find((r) => metricKey(r.name) === metricKey(name));
      return other && depth < 20
        && derivable(tree, other, list, depth + 1);
    });
  } catch {
    return false;
  }
}

/** NAME of a metric as formulas have it.  */
export function quoted(name) {
  return /^[A-Za-z_][\w.-]*$/.test(name) ? metricKey(name) : `"${name}"`;
}

export class MetricBox {
  /** In AT, for TREE with the READY metrics; CHANGED gets those chosen.  */
  constructor(at, tree, ready, changed) {
    Object.assign(this, { tree, ready, changed });
    this.chosen = [];
    const option = (name, title) => h('option', { value: name, title }, name);
    this.select = h('select', { 'aria-label': 'Add a metric',
      change: () => { this.add(this.select.value); } },
    h('option', { value: '' }, 'metric…'),
    h('optgroup', { label: 'of the profile' },
      tree.metricNames().map((n) => option(quoted(n)))),
    h('optgroup', { label: 'derived' }, ready
      .filter((r) => derivable(tree, r, ready))
      .map((r) => option(r.name, r.meaning))));
    this.input = h('input', { type: 'text', id: 'formula', size: '18',
      spellcheck: 'false', autocomplete: 'off',
      placeholder: 'formula: time - bound', 'aria-label': 'Formula',
      title: '+ - * / min max sum mean sqrt abs if known default, '
        + 'comparisons, ? :, $total(x); NAME [UNIT] = EXPRESSION',
      keydown: (event) => {
        if (event.key === 'Enter') this.add(this.input.value);
      } });
    this.error = h('span', { class: 'error', role: 'alert' });
    this.list = h('span', { class: 'chosen-metrics' });
    fill(at, this.select, this.input, this.list, this.error);
  }

  /** Add what DEFINITION defines or names.  */
  add(definition) {
    if (!definition.trim()) return;
    fill(this.error);
    this.select.value = '';
    try {
      const metric = deriveAny(this.tree, definition, this.ready);
      if (!this.chosen.some((m) => m.name === metric.name))
        this.chosen = [...this.chosen, metric];
      this.input.value = '';
    } catch (e) {
      fill(this.error, e.message);
      return;
    }
    this.show();
  }

  show() {
    fill(this.list, this.chosen.map((m) => h('button', { type: 'button',
      title: `remove ${m.name}`, class: 'chip', click: () => {
        this.chosen = this.chosen.filter((x) => x !== m);
        this.show();
      } }, `${m.name} ×`)));
    this.changed(this.chosen);
  }
}
