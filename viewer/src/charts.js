// SPDX-License-Identifier: GPL-3.0-or-later
// Charts: the stacked bar of a program's time, files and loops as a treemap,
// and measured time against bound.  ECharts draws on a canvas; its tips are
// drawn too, never HTML.

import { BarChart, LineChart, ScatterChart, TreemapChart }
  from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent }
  from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { percentOf, safe, seconds } from './format.js';
import { known } from './loops.js';

use([AriaComponent, BarChart, CanvasRenderer, GridComponent, LineChart,
  ScatterChart, TooltipComponent, TreemapChart]);

const MOST_POINTS = 3000, MOST_TILES = 400;

/** The colours of the theme in force, which style.css has.  */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue(name).trim();
  return { bound: get('--bound'), attainable: get('--attainable'),
    rest: get('--rest'), uncovered: get('--uncovered'), text: get('--text'),
    line: get('--line'), back: get('--back'), panel: get('--panel') };
}

/** What the bar is made of: [key, text].  */
export const parts = [['bound', 'bound'],
  ['attainable', 'up to attainable'], ['rest', 'recoverable'],
  ['uncovered', 'not covered by bounds']];

/** How tips look: drawn, with the colours C.  */
export function tip(c) {
  return { renderMode: 'richText', backgroundColor: c.panel,
    borderColor: c.line, textStyle: { color: c.text, fontSize: 12 },
    confine: true };
}

/** A chart in the element AT; OPTIONS makes its options from the colours, the
    element, and the id of the loop that CHOSEN returns.  */
export class Chart {
  constructor(at, options, click, chosen = () => null) {
    this.at = at;
    this.options = options;
    this.chosen = chosen;
    this.chart = init(at, null, { renderer: 'canvas' });
    if (click) this.chart.on('click', click);
    this.draw();
    this.observer = new ResizeObserver(() => {
      this.chart.resize();
      this.draw();
    });
    this.observer.observe(at);
  }

  draw() {
    this.chart.setOption({ animation: false, aria: { enabled: true },
                           ...this.options(colours(), this.at, this.chosen()) },
                         true);
  }
}

/** The file NAME by what tells it from others.  */
function shortName(name) {
  return safe(name.split('/').at(-1).replace(/^memlb-/, '')
    .replace(/\.xml(\.gz)?$/, ''));
}

/** The bar of PROFILES, the last one on top.  */
export function barOptions(profiles) {
  const totals = profiles.map((p) => p.totals());
  const share = (value) => value / (profiles[0].time || 1);
  /** What fits into a part of the bar WIDTH wide, of about 7 to a letter.  */
  const label = (name, value, width) => {
    const per = `${percentOf(value, profiles[0].time)} %`;
    const room = share(value) * width / 7;
    return room > name.length + 8 ? `${name} ${per}`
      : room > per.length ? per : '';
  };
  return (c, at) => ({
    grid: { left: profiles.length > 1 ? 110 : 2, right: 2, top: 2, bottom: 2 },
    xAxis: { type: 'value', show: false,
             max: Math.max(...profiles.map((p, i) => (
               Math.max(p.time || 0, totals[i].covered)))) || 1 },
    yAxis: { type: 'category', show: profiles.length > 1,
             axisLine: { show: false }, axisTick: { show: false },
             axisLabel: { color: c.text, width: 100, overflow: 'truncate' },
             data: profiles.map((p) => shortName(p.head.name)) },
    tooltip: { ...tip(c), trigger: 'item', formatter: (x) => (
      `${x.seriesName}: ${seconds(x.value)}`) },
    series: parts.map(([key, name]) => ({ name, type: 'bar', stack: 'time',
      data: totals.map((t) => t[key]), barCategoryGap: '10%',
      itemStyle: { color: c[key], borderColor: c.back, borderWidth: 1,
        ...(key === 'uncovered' ? { decal: { symbol: 'rect', color: c.line,
          dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -0.8 } } : {}) },
      label: { show: profiles.length === 1, fontSize: 11,
        color: key === 'uncovered' ? c.text : '#fff',
        formatter: (x) => label(name, x.value, at.clientWidth) } })),
  });
}

/** From one colour to another by how much of the time is recoverable.  */
export function shade(loop, c) {
  if (!known(loop.goodBound)) return c.uncovered;
  const wait = loop.recoverable / loop.time;
  return wait >= 0.5 ? c.rest : wait >= 0.1 ? c.attainable : c.bound;
}

/** Files and their loops by time.  */
export function treemapOptions(profile) {
  const loops = profile.loops.filter((l) => l.time > 0)
    .sort((a, b) => b.time - a.time).slice(0, MOST_TILES);
  return (c, at, chosen) => {
    const files = new Map();
    for (const l of loops) {
      const list = files.get(l.file) ?? [];
      list.push({ name: safe(l.title), value: l.time, loop: l.id,
                  itemStyle: { color: shade(l, c),
                    ...(l.id === chosen ? { borderColor: c.text,
                                            borderWidth: 3 } : {}) } });
      files.set(l.file, list);
    }
    return {
      tooltip: { ...tip(c), formatter: (x) => `${x.name}: `
        + `${seconds(x.value)}` },
      series: [{ type: 'treemap', nodeClick: false, roam: false,
        breadcrumb: { show: false }, left: 0, right: 0, top: 0, bottom: 0,
        label: { color: '#fff', fontSize: 11, overflow: 'truncate' },
        upperLabel: { show: true, height: 18, color: c.text },
        itemStyle: { borderColor: c.back, gapWidth: 1 },
        levels: [{ itemStyle: { borderWidth: 0, gapWidth: 3 } },
                 { itemStyle: { borderWidth: 2, borderColor: c.panel,
                                gapWidth: 1 } }],
        data: [...files].map(([name, children]) => ({
          name: safe(name), children })) }],
    };
  };
}

/** Measured time against bound, both in seconds.  */
export function scatterOptions(profile) {
  const loops = profile.measured
    .filter((l) => l.goodBound > 0 && l.time > 0)
    .sort((a, b) => b.time - a.time).slice(0, MOST_POINTS);
  const all = loops.flatMap((l) => [l.time, l.goodBound]);
  const low = 10 ** Math.floor(Math.log10(Math.min(...all, 1)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...all, low * 10)));
  return (c, at, chosen) => {
    const axis = (name) => ({ type: 'log', name, min: low, max: high,
      nameLocation: 'middle', nameGap: 26, nameTextStyle: { color: c.text },
      axisLabel: { color: c.text, formatter: (v) => seconds(v),
                   hideOverlap: true },
      axisLine: { lineStyle: { color: c.line } },
      splitLine: { lineStyle: { color: c.line, opacity: 0.4 } } });
    const series = (name, symbol, verdict, color) => ({ name,
      type: 'scatter', symbol, symbolSize: 9, itemStyle: { color,
        opacity: 0.8 },
      data: loops.filter((l) => l.verdict === verdict).map((l) => (
        { value: [l.goodBound, l.time], name: safe(l.title), loop: l.id,
          ...(l.id === chosen ? { symbolSize: 16, itemStyle: {
            borderColor: c.text, borderWidth: 2 } } : {}) })) });
    return {
      grid: { left: 84, right: 28, top: 10, bottom: 44 },
      xAxis: axis('bound'), yAxis: { ...axis('time'), nameGap: 62 },
      tooltip: { ...tip(c), formatter: (x) => (x.data.name ? `${x.data.name}\n`
        + `time ${seconds(x.value[1])}, bound ${seconds(x.value[0])}` : '') },
      series: [{ type: 'line', data: [[low, low], [high, high]], symbol: 'none',
        silent: true, lineStyle: { color: c.text, type: 'dashed', width: 1 } },
      series('ok', 'circle', 'ok', c.bound),
      series('partial', 'triangle', 'partial', c.rest)],
    };
  };
}
