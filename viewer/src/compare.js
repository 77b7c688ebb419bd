// SPDX-License-Identifier: GPL-3.0-or-later
// Two profiles side by side: the table of differences.

import { heatCell } from './cells.js';
import { fill, h } from './dom.js';
import { seconds } from './format.js';
import { Grid, numbers, texts } from './grid.js';
import { difference } from './diff.js';
import { known } from './loops.js';

const words = { faster: '▼ faster', slower: '▲ slower', same: '= within noise',
  unknown: '? not timed', new: '+ new', gone: '− gone' };

function signed(value) {
  return value > 0 ? `+${seconds(value)}` : seconds(value);
}

function head(d) {
  const by = d.whole.after - d.whole.before;
  return `Program: ${seconds(d.whole.before)} before, ${seconds(d.whole.after)}`
    + ` after, ${signed(by)} (noise ±${seconds(d.whole.band)}): `
    + `${words[d.whole.change].slice(2)}`;
}

export class Compare {
  /** In AT, with PAST profiles (each with `pairs' of ids) against PROFILE. */
  constructor(at, tools, profile, past, pick) {
    Object.assign(this, { at, profile, past, pick });
    this.note = h('span', {});
    this.select = h('select', { 'aria-label': 'Compare with',
      change: () => this.show() }, past.map((p, i) => (
      h('option', { value: String(i) }, p.head.name))));
    this.select.value = String(past.length - 1);
    fill(tools, h('label', {}, 'before: ', this.select), ' ', this.note);
    this.show();
  }

  show() {
    const a = this.past[Number(this.select.value)];
    const d = difference(a, this.profile, a.pairs);
    fill(this.note, head(d));
    const rows = d.loops.filter((x) => known(x.before) || known(x.after))
      .map((x, i) => ({ key: (x.b ?? x.a).id + (x.b ? '' : '\0gone'), x,
        before: x.before, after: x.after, by: x.after - x.before,
        size: Math.abs((x.after || 0) - (x.before || 0)), i,
        change: x.change, name: (x.b ?? x.a).title }));
    const most = Math.max(...rows.map((r) => r.size), 0);
    if (this.grid) {
      this.grid.table.replaceData(rows);
      return;
    }
    this.grid = new Grid(this.at, { rows, label: 'Differences',
      sort: [{ column: 'size', dir: 'desc' }],
      pick: (r) => this.pick(r.x.b ?? null),
      columns: [
        numbers('before', 'before', (r) => seconds(r.before), { width: 82 }),
        numbers('after', 'after', (r) => seconds(r.after), { width: 82 }),
        numbers('change', 'size', (r) => heatCell(signed(r.by),
          r.size / most), { width: 90 }),
        numbers('noise', 'band', (r) => (known(r.x.band)
          ? `±${seconds(r.x.band)}` : ''), { width: 82, headerSort: false }),
        texts('', 'change', (r) => h('span', { class: `change-${r.change}` },
          words[r.change]), { width: 118 }),
        texts('loop', 'name', (r) => r.name, { minWidth: 160,
                                               cssClass: 'name' })] });
  }
}
