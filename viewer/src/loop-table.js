// SPDX-License-Identifier: GPL-3.0-or-later
// The flat table of loops, and that of the refused ones.

import { Grid, hint, numbers, texts } from './grid.js';
import { recoverableText, speedupText, verdictBadge, verdictText, withInterval }
  from './cells.js';
import { count, figure, percent, seconds } from './format.js';
import { inclusive } from './metric.js';
import { known } from './loops.js';

/** LOOP as the row of a table.  */
function row(loop) {
  return { key: loop.id, loop, number: loop.number,
    recoverable: loop.recoverable, time: loop.time, bound: loop.goodBound,
    replayed: loop.goodReplayed, attainable: loop.attainable,
    speedup: loop.speedup, share: loop.share, entries: loop.entries,
    verdict: verdictText(loop), name: loop.title };
}

/** Columns for METRICS where nothing was timed.  */
function untimedColumns(metrics) {
  return [
    numbers('#', 'number', (r) => String(r.number),
            { width: 36, headerSortStartingDir: 'asc' }),
    ...metrics.map((m) => metricColumn(m)),
    texts('loop', 'name', (r) => r.loop.title, { minWidth: 150,
                                                 cssClass: 'name' })];
}

function metricColumn(m) {
  return numbers(m.name, `m:${m.name}`, (r) => figure(r[`m:${m.name}`], m.unit),
                 { width: 110, cssClass: 'metric',
                   ...hint(m.formula ?? m.name) });
}

function columns(profile, metrics) {
  if (profile.untimed) return untimedColumns(metrics);
  const some = (f) => profile.measured.some((l) => known(l[f]));
  const list = [
    numbers('#', 'number', (r) => String(r.number),
            { width: 36, headerSortStartingDir: 'asc' }),
    numbers('recoverable', 'recoverable', (r) => recoverableText(r.loop),
            { width: 102 }),
    numbers('time', 'time', (r) => seconds(r.time), { width: 68 }),
    numbers('bound', 'bound', (r) => withInterval(r.bound, r.loop.boundLow,
                                                  r.loop.boundHigh),
            { width: 94 })];
  if (some('goodReplayed'))
    list.push(numbers('replayed', 'replayed', (r) => seconds(r.replayed),
                      { width: 72, ...hint('the bound with the loads that '
                        + 'decide the control flow replayed') }));
  if (some('attainable'))
    list.push(numbers('attainable', 'attainable',
                      (r) => seconds(r.attainable), { width: 78 }));
  list.push(
    numbers('speed-up', 'speedup', (r) => speedupText(r.loop),
            { width: 98 }),
    texts('verdict', 'verdict', (r) => verdictBadge(r.loop), { width: 104 }),
    texts('loop', 'name', (r) => r.loop.title, { minWidth: 150,
                                                 cssClass: 'name' }),
    numbers('share', 'share', (r) => percent(r.share), { width: 52 }));
  for (const m of metrics)
    list.splice(4, 0, metricColumn(m));
  // Where not all columns are in view, the name is.
  if (innerWidth < 700) {
    const name = list.findIndex((c) => c.field === 'name');
    list.splice(1, 0, ...list.splice(name, 1));
  }
  return list;
}

/** The table of PROFILE's measured loops in the element AT.  */
export class LoopTable {
  constructor(at, profile, pick) {
    this.profile = profile;
    this.metrics = [];
    this.rows = profile.measured.map(row);
    this.grid = new Grid(at, { columns: columns(profile, []), rows: this.rows,
      pick: (r) => pick(r.loop), label: 'Loops',
      sort: [profile.untimed ? { column: 'number', dir: 'asc' }
        : { column: 'recoverable', dir: 'desc' }] });
  }

  /** Show METRICS of the profile in columns of their own.  */
  setMetrics(metrics) {
    this.metrics = metrics;
    for (const m of metrics) {
      const values = inclusive(this.profile.tree, m);
      for (const r of this.rows) r[`m:${m.name}`] = values[r.loop.scope];
    }
    this.grid.setColumns(columns(this.profile, metrics));
    if (metrics.length)
      this.grid.table.setSort(`m:${metrics.at(-1).name}`, 'desc');
    else if (this.profile.untimed) this.grid.table.setSort('number', 'asc');
    else this.grid.table.setSort('recoverable', 'desc');
  }
}

/** The table of PROFILE's refused loops, with REASONS, in the element AT.  */
export function refusedTable(at, profile, reasons, pick) {
  const text = (l) => (l.reason
    ? `${l.reason}: ${reasons[l.reason]?.text ?? l.reason}` : '?');
  return new Grid(at, {
    label: 'Refused loops', pick: (r) => pick(r.loop),
    sort: [{ column: 'time', dir: 'desc' }],
    rows: profile.refused.map((l) => ({ key: l.id, loop: l, time: l.time,
      share: l.share, entries: l.entries, reason: text(l),
      advice: reasons[l.reason]?.try ?? '', name: l.title })),
    columns: [
      numbers('time', 'time', (r) => seconds(r.time), { width: 84 }),
      numbers('share', 'share', (r) => percent(r.share), { width: 74 }),
      numbers('entries', 'entries', (r) => count(r.entries), { width: 84 }),
      texts('reason', 'reason', (r) => r.reason, { minWidth: 190,
                                                   widthGrow: 2 }),
      texts('to try', 'advice', (r) => r.advice, { minWidth: 120,
                                                   widthGrow: 2 }),
      texts('loop', 'name', (r) => r.name, { minWidth: 140,
                                             cssClass: 'name' })],
  });
}
