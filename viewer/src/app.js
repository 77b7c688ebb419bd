// SPDX-License-Identifier: GPL-3.0-or-later
// The page: its panes, and how they follow one another.

import './style.css';
import { Chart, barOptions, parts, scatterOptions, treemapOptions }
  from './charts.js';
import { limit } from './advice.js';
import { showCard } from './card.js';
import { Compare } from './compare.js';
import { readData } from './data.js';
import { byId, fill, h } from './dom.js';
import { entriesOf } from './entries.js';
import { figure, percentOf, plural, seconds, startTime }
  from './format.js';
import { setKeys } from './keys.js';
import { Profile, known } from './loops.js';
import { LoopTable, refusedTable } from './loop-table.js';
import { inclusive } from './metric.js';
import { MetricBox, quoted } from './metric-box.js';
import { makeFilter } from './filter.js';
import { ScopeTree } from './scope-tree.js';
import { SourceView } from './source-view.js';
import { State, makeHash, parseHash } from './state.js';
import { toggleTheme } from './theme.js';
import { timelineOptions } from './timeline.js';
import { treeOf, LOOP } from './tree.js';

/** The head line of PROFILE.  */
function headLine(profile) {
  const p = profile.head;
  return [h('strong', {}, profile.program), '   ',
    profile.untimed ? '' : `${seconds(p.time)} CPU (${seconds(p.elapsed)} `
      + 'elapsed)',
    p.threads > 0 ? `, ${plural(p.threads, 'thread')}` : '',
    p.ranks ? `, ${p.ranks}` : '',
    startTime(p.start) ? `   run of ${startTime(p.start)}` : ''];
}

/** Of PROFILE, nothing of which was timed, the loop with most of the first
    amount that another tool counted: { loop, metric, value, all }, ALL that of
    the program; null if none.  */
function mostCounted(profile) {
  const [name] = profile.counted();
  if (name === undefined) return null;
  const metric = profile.tree.metric(name);
  const values = inclusive(profile.tree, metric);
  let most = null;
  for (const loop of profile.measured) {
    const value = values[loop.scope];
    if (value > (most?.value ?? 0))
      most = { loop, metric, value, all: values[0] };
  }
  return most;
}

/** What to look at first where nothing was timed.  */
function firstCounted(profile, link) {
  const most = mostCounted(profile);
  if (!most) return 'Nothing was timed; the tree has what other tools counted.';
  const text = (value) => figure(value, most.metric.unit);
  return ['Nothing was timed. Look first at ', link(most.loop),
    `: ${text(most.value)} of ${text(most.all)}, ${most.metric.name}.`];
}

/** The loop that a user wants to see first: the one to be won most in, else
    the one that takes the most time.  */
function firstLoop(profile) {
  if (profile.untimed) return mostCounted(profile)?.loop ?? null;
  const first = profile.first();
  if (first?.worth) return first.loop;
  let most = profile.measured[0];
  for (const loop of profile.measured)
    if ((loop.time || 0) > (most.time || 0)) most = loop;
  return most ?? profile.refused[0] ?? null;
}

/** Where to look first, with a way there.  */
function firstLine(profile, state) {
  const linkTo = (l) => h('a', { href: makeHash({ loop: l.id }),
    click: (event) => {
      event.preventDefault();
      state.set({ loop: l.id, view: l.refused ? 'refused' : 'loops' });
    } }, l.function);
  if (profile.untimed && profile.counted().length)
    return firstCounted(profile, linkTo);
  const loop = firstLoop(profile);
  if (!loop) return 'No loop was measured.';
  const link = linkTo(loop);
  if (!profile.first()?.worth)
    return ['No loop with a bound that can be believed would win 1 % of the '
      + 'time. Most time is in ', link, `: ${seconds(loop.time)}.`];
  const { kind } = limit(loop);
  const wait = `${loop.most} `
    + `${seconds(loop.recoverable)} of its ${seconds(loop.time)} wait for `
    + 'memory.';
  const what = kind === 'alignment'
    ? `about ${seconds(loop.misaligned)} of its ${seconds(loop.time)} is `
      + 'misalignment.'
    : kind === 'core' ? `its instructions take the time, only ${wait}` : wait;
  return ['Look first at ', link, `: ${what}`];
}

function warnings(profile) {
  const p = profile.head, list = [...p.warnings];
  if (p.incomplete > 0)
    list.unshift(`not complete: ${p.ended ? `ended by ${p.ended}`
      : 'written while the program ran'}; the figures are those until then`);
  return list.map((text) => h('li', {}, text));
}

/** The legend of the bar, with its figures.  */
function legend(profile) {
  const t = profile.totals();
  return parts.map(([key, name]) => h('span', { class: `key key-${key}` },
    h('i', { 'aria-hidden': 'true' }), `${name} ${seconds(t[key])} `
      + `(${percentOf(t[key], profile.time)} %)`));
}

function footer(page, profile) {
  const p = profile.head, t = profile.totals();
  const lines = [];
  if (profile.refused.length)
    lines.push(`${plural(profile.refused.length, 'loop')} refused, `
      + `${t.refused > 0 ? seconds(t.refused) : 'not timed'}`);
  if (profile.idle)
    lines.push(`${plural(profile.idle, 'loop')} never entered`);
  for (const l of p.losses)
    if (Number(l.attributes.n) > 0)
      lines.push(`not recorded: ${l.attributes.n} ${l.attributes.what}`);
  // The page's own text, line by line.
  const licences = byId('licences').textContent.split('\n')
    .flatMap((line) => [line, h('br')]);
  return [h('p', {}, lines.join('; ')),
    h('details', {}, h('summary', {}, 'Environment'),
      h('table', { class: 'list' }, h('tbody', {}, p.environment.map((e) => (
        h('tr', {}, h('th', { scope: 'row' }, e.element),
          h('td', {}, Object.entries(e.attributes)
            .map(([k, v]) => `${k} ${v}`).join(', '))))))) ),
    h('details', {}, h('summary', {}, 'Keys'), h('p', {},
      'j k or arrows: next and previous loop; / filter; f formula; '
      + '1 to 4: views; s source; c card; t dark or light; Escape: leave a '
      + 'field')),
    h('details', {}, h('summary', {}, `memlb ${page.memlb} and the libraries `
      + 'in this page: licences'), h('pre', {}, licences))];
}

/** The page's data with profiles: the last one is shown.  */
async function load() {
  const data = await readData(byId('memlb-data').textContent);
  const page = data.head;
  // Looked up by names from a profile, which may be `constructor'.
  for (const words of ['reasons', 'verdicts'])
    page[words] = Object.assign(Object.create(null), page[words]);
  const profiles = page.profiles.map((p) => new Profile(p, treeOf(data, p)));
  profiles.forEach((profile, i) => {
    if (profile.head.matches)
      profile.pairs = Array.from(data.column(profile.head.matches),
                                 (n) => data.texts[n]);
    profile.index = i;
    profile.entries = entriesOf(data, profile.head);
  });
  const sources = new Map(page.sources.map((s) => [s.path,
    { get text() { return data.text(s.text); } }]));
  return { page, profiles, sources, profile: profiles.at(-1),
           past: profiles.slice(0, -1) };
}

/** The views of the left pane: a tab and a pane each; MAKE fills it when it
    is first seen.  */
class Views {
  constructor(tabs, panes, state, views) {
    this.state = state;
    this.views = views;
    this.made = {};
    this.panes = {};
    this.buttons = {};
    for (const v of views) {
      this.buttons[v.id] = h('button', { type: 'button', role: 'tab',
        id: `tab-${v.id}`, 'aria-controls': `pane-${v.id}`,
        click: () => state.set({ view: v.id }) }, v.title);
      this.panes[v.id] = h('div', { role: 'tabpanel', class: 'pane',
        id: `pane-${v.id}`, 'aria-labelledby': `tab-${v.id}` });
    }
    fill(tabs, Object.values(this.buttons));
    fill(panes, Object.values(this.panes));
    state.on(['view'], () => this.show());
    this.show();
  }

  /** Until the first view can be changed.  */
  ready() {
    return Promise.resolve(Object.values(this.made)[0]?.ready);
  }

  show() {
    const id = this.views.some((v) => v.id === this.state.get('view'))
      ? this.state.get('view') : this.views[0].id;
    for (const v of this.views) {
      this.panes[v.id].hidden = v.id !== id;
      this.buttons[v.id].setAttribute('aria-selected', String(v.id === id));
    }
    if (id in this.made) return;
    this.made[id] = this.views.find((v) => v.id === id).make(this.panes[id]);
    Promise.resolve(this.made[id]?.ready).then(() => {
      performance.mark('memlb-rows');
      document.documentElement.dataset.ready = 'yes';
    });
  }
}

/** The loop of the deep link, or the one to look at first.  */
function initialLoop(profile) {
  const { loop } = parseHash(location.hash);
  if (loop !== undefined && profile.byId.has(loop)) return loop;
  return firstLoop(profile)?.id ?? null;
}

/** Panes of the left side for ALL.  */
function views(all, state, pick) {
  const { page, profile, past } = all;
  const list = [
    { id: 'loops', title: 'Loops', make: (at) => {
      const table = h('div', { class: 'grid' });
      fill(at, table);
      const view = new LoopTable(table, profile, pick);
      view.grid.ready.then(
        () => view.grid.choose(state.get('loop'), true));
      state.on(['loop'], () => view.grid.choose(state.get('loop'), true));
      state.on(['metrics'], () => view.setMetrics(state.get('metrics')));
      state.on(['filter'], () => view.grid.filter(
        state.get('filter') && ((r) => state.get('filter')(r.loop))));
      return view.grid;
    } },
    { id: 'tree', title: 'Tree', make: (at) => {
      const trail = h('div', { class: 'trail' });
      const table = h('div', { class: 'grid' });
      fill(at, trail, table);
      const pickScope = (scope) => {
        const loop = profile.byScope.get(scope)
          ?? profile.byScope.get(profile.tree.inside(scope, LOOP));
        view.choose(scope);
        if (loop) pick(loop);
        else all.source.open(all.fileOf(scope));
      };
      const view = new ScopeTree(table, trail, profile, pickScope);
      const follow = () => {
        const loop = profile.byId.get(state.get('loop'));
        if (loop) view.choose(loop.scope);
      };
      follow();
      state.on(['loop'], follow);
      const filter = () => view.setFilter(state.get('filter')).then(follow);
      state.on(['filter'], filter);
      if (state.get('filter')) filter();
      if (state.get('metrics')?.length)
        view.setMetrics(state.get('metrics')).then(follow);
      state.on(['metrics'], () => (
        view.setMetrics(state.get('metrics')).then(follow)));
      return view.grid;
    } },
    { id: 'refused', title: `Refused (${profile.refused.length})`,
      make: (at) => {
        const table = h('div', { class: 'grid' });
        fill(at, profile.refused.length ? table
          : h('p', { class: 'hint' }, 'No loop was refused.'));
        if (!profile.refused.length) return null;
        const grid = refusedTable(table, profile, page.reasons, pick);
        state.on(['loop'], () => grid.choose(state.get('loop'), true));
        state.on(['filter'], () => grid.filter(
          state.get('filter') && ((r) => state.get('filter')(r.loop))));
        return grid;
      } }];
  if (past.length)
    list.push({ id: 'compare', title: 'Compare', make: (at) => {
      const tools = h('div', { class: 'trail' });
      const table = h('div', { class: 'grid' });
      fill(at, tools, table);
      return new Compare(table, tools, profile, past,
                         (loop) => loop && pick(loop)).grid;
    } });
  return list;
}

/** Charts that are drawn when they come into view or onto paper.  */
function lateChart(at, make) {
  let made = false;
  const once = () => {
    if (!made) make();
    made = true;
    observer.disconnect();
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((e) => e.isIntersecting)) once();
  }, { rootMargin: '200px' });
  observer.observe(at);
  addEventListener('beforeprint', once);
  matchMedia('print').addEventListener('change', once);
}

function setTheme(charts) {
  byId('theme').addEventListener('click', () => {
    toggleTheme();
    for (const chart of charts) chart.draw();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const chart of charts) chart.draw();
  });
}

function show(all) {
  const { page, profile, past, sources, profiles } = all;
  const hash = parseHash(location.hash), charts = [];
  const state = new State({ loop: initialLoop(profile),
                            view: hash.view ?? (profile.untimed
                              && !profile.measured.length ? 'tree' : 'loops'),
                            metrics: [],
                            filter: null });
  const pick = (loop) => state.set({ loop: loop.id });
  const click = (event) => event.data?.loop
    && state.set({ loop: event.data.loop });
  all.fileOf = (scope) => profile.tree.inside(scope, 3);
  document.title = `${profile.program} - memlb`;
  fill(byId('head'), headLine(profile));
  fill(byId('first'), firstLine(profile, state));
  fill(byId('warnings'), warnings(profile));
  fill(byId('legend'), legend(profile));
  byId('overview').hidden = profile.untimed;
  for (const id of ['treemap', 'scatter'])
    byId(id).parentElement.hidden = profile.untimed;
  byId('bar').style.height = `${past.length
    ? Math.min(8, profiles.length) * 18 + 4 : 30}px`;
  charts.push(new Chart(byId('bar'), barOptions(profiles.slice(-8))));
  // No more room for the tables than they need.
  byId('panes').style.height = `${Math.min(318, Math.max(174,
    24 * (profile.measured.length || 12) + 30))}px`;
  all.source = new SourceView(byId('source'), profile, sources, pick);
  const panes = new Views(byId('tabs'), byId('panes'), state,
                          views(all, state, pick));
  const box = new MetricBox(byId('metrics'), profile.tree, page.ready, (metrics) => {
    state.set({ metrics });
    all.source.setMetric(metrics.at(-1) ?? null);
  });
  // What other tools counted is all there is, the first amount last: tables
  // are sorted by that.
  if (profile.untimed)
    panes.ready().then(() => profile.counted().reverse().forEach((name) => (
      box.add(quoted(name)))));
  makeFilter(byId('filter'), byId('filter-error'), profile, page.ready,
             (filter) => state.set({ filter }));
  const card = () => {
    const loop = profile.byId.get(state.get('loop')) ?? null;
    showCard(byId('card'), profile, loop, page, past.map((p) => {
      const at = p.pairs.findIndex((id, i) => i % 2 && id === loop?.id);
      return [p, at < 0 ? null : p.byId.get(p.pairs[at - 1]) ?? null];
    }));
    all.source.show(loop);
  };
  card();
  state.on(['loop'], card);
  state.on(['loop', 'view'], () => history.replaceState(null, '', makeHash({
    loop: state.get('loop'),
    view: state.get('view') === 'loops' ? null : state.get('view') })));
  addEventListener('hashchange', () => {
    const { loop, view } = parseHash(location.hash);
    state.set({ ...(profile.byId.has(loop) ? { loop } : {}),
                view: view ?? 'loops' });
  });
  const late = (id, options) => lateChart(byId(id), () => charts.push(
    new Chart(byId(id), options, click, () => state.get('loop'))));
  late('treemap', treemapOptions(profile));
  late('scatter', scatterOptions(profile));
  if (profile.entries)
    late('timeline', timelineOptions(profile, profile.entries));
  else byId('times').hidden = true;
  // The charts show which loop is chosen.
  state.on(['loop'], () => {
    for (const chart of charts.slice(1)) chart.draw();
  });
  setTheme(charts);
  setKeys({ state, panes, profile });
  fill(byId('footer'), footer(page, profile));
}

load().then(show).catch((e) => {
  fill(byId('head'), `This page cannot be shown: ${e.message}. It needs a `
    + 'browser of 2023 or later.');
  throw e;
});
