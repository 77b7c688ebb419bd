// SPDX-License-Identifier: GPL-3.0-or-later
// The source pane: only the lines in view are elements.  Beside each line
// stand the figures of loops that begin there and of lines that have some,
// and a bar along the chosen loop.

import { Virtualizer, elementScroll, observeElementOffset,
         observeElementRect } from '@tanstack/virtual-core';
import { fill, h } from './dom.js';
import { figure, safe } from './format.js';
import { highlightLines } from './highlight.js';
import { inclusive } from './metric.js';
import { LINE, LOOP, FILE } from './tree.js';

const HEIGHT = 18;

/** Loops of PROFILE in the file scope FILE, by the line they begin on, and
    what METRIC has for its lines.  */
function figuresOf(profile, file, metric) {
  const { tree } = profile, loops = [], values = new Map();
  const all = metric ? inclusive(tree, metric) : null;
  for (const loop of profile.loops)
    if (loop.fileScope === file && loop.line > 0) loops.push(loop);
  for (let i = file + 1; all && i < tree.n && tree.kinds[i] > FILE; i++)
    if (tree.kinds[i] === LINE && !Number.isNaN(all[i])) {
      const line = tree.number(i, 'line');
      values.set(line, (values.get(line) ?? 0) + all[i]);
    }
  const begins = new Map();
  for (const loop of loops) {
    // A loop in another one that begins there too is part of that.
    const around = tree.inside(tree.parents[loop.scope], LOOP);
    if (around >= 0 && tree.number(around, 'line') === loop.line) continue;
    const value = all ? all[loop.scope] : loop.time;
    const before = begins.get(loop.line);
    begins.set(loop.line, before === undefined || Number.isNaN(before) ? value
      : before + (Number.isNaN(value) ? 0 : value));
  }
  return { loops, begins, values };
}

export class SourceView {
  /** In the element AT, PROFILE with SOURCES by path; PICK is called with
      the loop that a line belongs to.  */
  constructor(at, profile, sources, pick) {
    Object.assign(this, { at, profile, sources, pick });
    this.file = -1;
    this.metric = null;
    this.loop = null;
    this.lines = [];
    this.title = h('div', { class: 'source-title' });
    this.body = h('div', { class: 'source-body' });
    this.scroller = h('div', { class: 'source-scroll', tabindex: '0',
                               role: 'region', 'aria-label': 'Source' },
                      this.body);
    fill(at, this.title, this.scroller);
    this.virtual = new Virtualizer({
      count: 0, getScrollElement: () => this.scroller,
      estimateSize: () => HEIGHT, overscan: 20, scrollToFn: elementScroll,
      observeElementRect, observeElementOffset,
      onChange: () => this.draw(),
    });
    this.virtual._didMount();
    this.virtual._willUpdate();
    this.body.addEventListener('click', (event) => {
      const line = event.target.closest('[data-line]');
      if (line) this.pickLine(Number(line.dataset.line));
    });
  }

  /** The files that have loops, by name.  */
  files() {
    const files = new Map();
    for (const l of this.profile.loops)
      if (l.fileScope >= 0) files.set(l.fileScope, l.path);
    return files;
  }

  /** Show the file scope FILE of the profile.  */
  open(file) {
    if (file === this.file || file < 0) return;
    this.file = file;
    const { tree } = this.profile;
    const path = tree.get(file, 'path') ?? tree.name(file);
    this.source = this.sources.get(path) ?? null;
    this.refresh();
    const known = this.figures.loops.flatMap((l) => [l.line, l.endLine])
      .concat([...this.figures.values.keys()])
      .filter((n) => n > 0 && n < 1e7);
    const last = known.reduce((a, b) => Math.max(a, b), 0);
    this.lines = this.source
      ? highlightLines(this.source.text, path)
      : Array.from({ length: last }, () => []);
    fill(this.title, h('span', { class: 'path', title: safe(path) }, path),
         this.source ? null : h('span', { class: 'hint' },
           ' source not found: memlb html --source=DIR'),
         this.source && last > this.lines.length
           ? h('span', { class: 'hint' }, ' changed since: the profile has '
             + `loops up to line ${last}`) : null);
    this.virtual.setOptions({ ...this.virtual.options,
                              count: this.lines.length });
    this.virtual.measure();
    this.draw();
  }

  /** Compute the figures anew.  */
  refresh() {
    if (this.file < 0) return;
    this.figures = figuresOf(this.profile, this.file, this.metric);
    const { begins, values } = this.figures;
    const some = [...(values.size ? values : begins).values()]
      .filter((v) => v > 0);
    this.most = some.reduce((a, b) => Math.max(a, b), 0);
  }

  /** Show METRIC beside the lines, null for time.  */
  setMetric(metric) {
    this.metric = metric;
    this.refresh();
    this.draw();
  }

  /** Show LOOP: its file, its lines.  */
  show(loop) {
    this.loop = loop;
    if (!loop) return;
    this.open(loop.fileScope);
    if (loop.line > 0) {
      this.virtual._willUpdate();
      this.virtual.scrollToIndex(Math.max(0, loop.line - 4),
                                 { align: 'start' });
    }
    this.draw();
  }

  /** A click on LINE: the innermost loop around it.  */
  pickLine(line) {
    let best = null;
    for (const l of this.figures.loops) {
      const end = l.endLine >= l.line ? l.endLine : l.line;
      if (l.line <= line && line <= end
          && (!best || end - l.line < best.endLine - best.line
              || (end - l.line === best.endLine - best.line
                  && l.time > best.time)))
        best = l;
    }
    if (best) this.pick(best);
  }

  inLoop(line) {
    const l = this.loop;
    return l && l.fileScope === this.file && l.line <= line
      && line <= (l.endLine >= l.line ? l.endLine : l.line);
  }

  draw() {
    if (!this.figures) return;
    const items = this.virtual.getVirtualItems();
    this.body.style.height = `${this.virtual.getTotalSize()}px`;
    const { begins, values } = this.figures;
    const unit = this.metric ? this.metric.unit : 's';
    fill(this.body, items.map((item) => {
      const line = item.index + 1;
      const value = values.get(line) ?? begins.get(line) ?? NaN;
      const cell = h('span', { class: 'figure' }, figure(value, unit));
      if (value > 0 && this.most > 0)
        cell.style.setProperty('--heat', `${
          Math.min(100, Math.round(100 * value / this.most))}%`);
      const e = h('div', { 'data-line': String(line), class: 'line'
        + (this.inLoop(line) ? ' inside' : '')
        + (begins.has(line) ? ' begins' : '') }, cell,
      h('span', { class: 'number' }, String(line)),
      h('code', {}, this.lines[item.index].map(([kind, text]) => (
        kind ? h('span', { class: kind }, text) : text))));
      e.style.transform = `translateY(${item.start}px)`;
      return e;
    }));
  }
}
