// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline: measured entries of loops where they were, a lane for each
// loop, and within it one for each thread of each rank that entered it.

import { CustomChart } from 'echarts/charts';
import { DataZoomInsideComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { safe, seconds } from './format.js';
import { shade, tip } from './charts.js';

use([CustomChart, DataZoomInsideComponent]);

const MOST_LANES = 12, MOST_THREADS = 8;

/** The thread that entry I of ENTRIES is of, among all ranks.  */
const threadOf = (entries, i) => entries.threads[i]
  + 1e6 * (entries.ranks?.[i] ?? 0);

/** The lanes of PROFILE with ENTRIES, the loop with most time first: { loop,
    threads: numbers of the threads, the first ones }; CHOSEN is among them.  */
export function lanesOf(profile, entries, chosen) {
  const lanes = [];
  const loops = profile.loops.filter((l) => entries.byLoop.has(l.scope))
    .sort((a, b) => (b.time || 0) - (a.time || 0));
  const shown = loops.slice(0, MOST_LANES);
  const wanted = loops.find((l) => l.id === chosen);
  if (wanted && !shown.includes(wanted)) shown[MOST_LANES - 1] = wanted;
  for (const loop of shown) {
    const threads = [...new Set(entries.byLoop.get(loop.scope)
      .map((i) => threadOf(entries, i)))].sort((a, b) => a - b);
    lanes.push({ loop, threads: threads.slice(0, MOST_THREADS),
                 more: Math.max(0, threads.length - MOST_THREADS) });
  }
  return { lanes, more: loops.length - shown.length };
}

/** What a tip says of entry I of ENTRIES, of LOOP.  */
function about(loop, entries, i) {
  const bound = entries.bound[i] > 0
    ? `, bound ${seconds(entries.bound[i])}` : '';
  return `${safe(loop.title)}\nat ${seconds(entries.start[i])}: `
    + `${seconds(entries.time[i])}${bound}, thread ${entries.threads[i]}`
    + `${entries.ranks?.[i] ? ` of rank ${entries.ranks[i] - 1}` : ''}`;
}

/** One entry as a rectangle of a pixel's width at least.  */
function drawEntry(params, api) {
  const [x, y] = api.coord([api.value(1), api.value(0)]);
  const [end] = api.coord([api.value(2), api.value(0)]);
  const lane = api.size([0, 1])[1] * 0.8;
  const parts = api.value(4), height = lane / parts;
  const { x: left, width } = params.coordSys;
  const from = Math.max(x, left), to = Math.min(Math.max(end, x + 1),
                                                left + width);
  if (to <= from) return null;
  return { type: 'rect', style: api.style(),
    shape: { x: from, width: to - from, height: Math.max(1, height - 0.5),
             y: y - lane / 2 + api.value(3) * height } };
}

/** The timeline of PROFILE with ENTRIES.  */
export function timelineOptions(profile, entries) {
  return (c, at, chosen) => {
    const { lanes } = lanesOf(profile, entries, chosen);
    const data = [];
    lanes.forEach(({ loop, threads }, lane) => {
      for (const i of entries.byLoop.get(loop.scope)) {
        const part = threads.indexOf(threadOf(entries, i));
        if (part >= 0)
          data.push({ loop: loop.id, entry: i, name: about(loop, entries, i),
            value: [lane, entries.start[i], entries.start[i] + entries.time[i],
                    part, threads.length],
            itemStyle: { color: shade(loop, c),
                         opacity: loop.id === chosen ? 1 : 0.7 } });
      }
    });
    const end = Math.max(profile.head.elapsed || 0,
                         ...data.map((d) => d.value[2]));
    const room = Math.max(90, Math.min(220, at.clientWidth * 0.25));
    return {
      grid: { left: room + 10, right: 16, top: 6, bottom: 26 },
      xAxis: { type: 'value', min: 0, max: end || 1,
        axisLabel: { color: c.text, formatter: (v) => seconds(v),
                     hideOverlap: true },
        splitLine: { lineStyle: { color: c.line, opacity: 0.4 } } },
      yAxis: { type: 'category', inverse: true,
        data: lanes.map((l) => l.loop.id),
        axisLine: { show: false }, axisTick: { show: false },
        axisLabel: { width: room, overflow: 'truncate', interval: 0,
          color: c.text,
          formatter: (id) => {
            const { loop } = lanes.find((l) => l.loop.id === id);
            return `${id === chosen ? '▸ ' : ''}${safe(loop.function)}:`
              + `${loop.line > 0 ? loop.line : '?'}`;
          } } },
      dataZoom: [{ type: 'inside', xAxisIndex: 0, filterMode: 'none',
                   zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false,
                   preventDefaultMouseMove: false }],
      tooltip: { ...tip(c), formatter: (x) => x.name },
      series: [{ type: 'custom', renderItem: drawEntry, data,
                 encode: { x: [1, 2], y: 0 } }],
    };
  };
}
