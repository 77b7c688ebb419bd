// SPDX-License-Identifier: GPL-3.0-or-later
// The loop card: all about one loop, what it means first.

import { advice, culprit, limit, trust } from './advice.js';
import { recoverableText, speedupText, verdictBadge, withInterval }
  from './cells.js';
import { fill, h } from './dom.js';
import { distribution } from './entries.js';
import { count, figure, percent, plural, safe, seconds } from './format.js';
import { known } from './loops.js';
import { BLOCK, MODULE, REF, metricKey } from './tree.js';

const trusts = {
  sure: 'All checks passed: this bound can be believed.',
  few: 'All checks passed, but there are few samples: repeat it before you '
    + 'build on the figures.',
  wide: 'All checks passed, but the interval of the bound is wide: repeat it '
    + 'before you build on the figures.',
  limit: 'The bound is too high: at least this can be won, perhaps more.',
  about: 'The bound may be off by up to a quarter, either way.',
  low: 'The bound may be too low: at most this can be won, perhaps less.',
  no: 'There is no bound that can be believed.',
};

function row(name, ...what) {
  return h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, ...what));
}

/** The metrics in <m> of SCOPE: [name, value, unit].  */
function ownMetrics(tree, scope) {
  const list = [];
  for (const m of tree.metrics.values()) {
    if (m.formula || tree.builtin.some((b) => b.name === metricKey(m.name)))
      continue;
    const value = tree.storedAt(m, scope);
    if (known(value)) list.push([m.name, value, m.unit]);
  }
  return list;
}

function meaning(loop, page) {
  const reason = loop.reason ? page.reasons[loop.reason]?.text : null;
  return [
    h('p', { class: 'limit' }, h('strong', {}, 'What limits it: '),
      limit(loop).text),
    h('p', { class: 'trust' }, h('strong', {}, 'How sure: '),
      verdictBadge(loop), '. ', loop.refused
        ? 'Never copied, so nothing is known but its time.'
        : trusts[trust(loop)],
      loop.refused || loop.verdict === 'ok'
        || (loop.verdict === 'partial' && loop.sign !== '≥') ? null
        : ` (${loop.verdict}: ${page.verdicts[loop.verdict]
          ?? 'a verdict that this memlb does not know'})`,
      loop.reason ? ` Reason: ${loop.reason}${reason
        && reason !== loop.reason ? `, ${reason}` : ''}.` : null,
      known(loop.sampled) ? ` ${plural(loop.sampled, 'sample')} of `
        + `${plural(loop.entries, 'entry', 'entries')}.` : null),
    h('div', { class: 'try' }, h('strong', {}, 'What to try: '),
      h('ul', {}, advice(loop, page.reasons)
        .map((text) => h('li', {}, text)))),
  ];
}

function numbersOf(loop) {
  const rows = [];
  const each = (value) => (loop.entries > 0 && known(value)
    ? `   ${seconds(value / loop.entries)} per entry` : '');
  rows.push(row('time', withInterval(loop.time, loop.timeLow, loop.timeHigh),
                each(loop.time), known(loop.share)
                  ? `   ${percent(loop.share)} of the program` : ''));
  if (known(loop.goodBound))
    rows.push(row('bound', withInterval(loop.bound, loop.boundLow,
                                        loop.boundHigh), each(loop.bound)),
              row('recoverable', recoverableText(loop), '   speed-up ',
                  speedupText(loop)));
  if (known(loop.goodReplayed))
    rows.push(row('replayed', seconds(loop.goodReplayed),
                  '   the bound with control loads replayed'));
  if (known(loop.misaligned))
    rows.push(row('placed', seconds(loop.boundPlaced), `   misalignment: `
      + `${seconds(loop.misaligned)}`));
  if (known(loop.attainable))
    rows.push(row('attainable', seconds(loop.attainable),
                  each(loop.attainable)));
  if (known(loop.entries))
    rows.push(row('entries', count(loop.entries),
                  known(loop.iterations)
                    ? `, ${plural(loop.iterations, 'iteration')}` : '',
                  known(loop.threads)
                    ? `, on ${plural(loop.threads, 'thread')}` : ''));
  if (loop.depth > 0)
    rows.push(row('nest', `${loop.depth} deep`, loop.variable
      ? `, innermost over ${loop.variable}` : ''));
  return h('table', { class: 'facts' }, h('tbody', {}, rows));
}

/** How much longer the most of G takes than its mean.  */
function imbalance(g) {
  const by = known(g.imbalance) ? g.imbalance : g.max / g.mean - 1;
  return Number.isFinite(by) ? percent(by) : '';
}

/** Values over the ranks or threads: what `rank-time-min' and so on are.  */
function spread(values) {
  const groups = new Map();
  for (const [name, value, unit] of values) {
    const m = /^(rank|thread)[-_](.+)[-_](min|mean|max|imbalance)$/.exec(name);
    if (!m) continue;
    const key = `each ${m[1]}: ${m[2]}`;
    groups.set(key, { ...groups.get(key), [m[3]]: value, unit });
  }
  if (!groups.size) return null;
  return h('section', {}, h('h3', {}, 'Threads and ranks'),
    h('table', { class: 'list' }, h('thead', {}, h('tr', {},
      ['', 'least', 'mean', 'most', 'imbalance']
        .map((t) => h('th', {}, t)))),
    h('tbody', {}, [...groups].map(([name, g]) => h('tr', {},
      h('th', { scope: 'row' }, name),
      ['min', 'mean', 'max'].map((k) => h('td', {},
        figure(g[k] ?? NaN, /time|bound/.test(name) ? 's' : g.unit))),
      h('td', {}, imbalance(g)))))));
}

/** Values of single threads, `thread-N-time', as bars.  */
function perThread(values) {
  const list = values.map(([name, value, unit]) => {
    const m = /^(?:thread|rank)[-_](\d+)[-_](.+)$/.exec(name);
    return m ? { n: Number(m[1]), what: m[2], value, unit } : null;
  }).filter(Boolean);
  if (!list.length) return null;
  const most = Math.max(...list.map((x) => x.value));
  return h('section', {}, h('h3', {}, 'Each thread'),
    h('div', { class: 'threads' }, list.map((x) => {
      const bar = h('span', { class: 'thread', title: `${x.n}: ${x.what} `
        + `${figure(x.value, x.unit)}` });
      bar.style.height = `${most > 0 ? 100 * x.value / most : 0}%`;
      return bar;
    })));
}

/** How the entries of LOOP that PROFILE knows one by one are distributed.  */
function perEntry(profile, loop) {
  const { entries } = profile, list = entries?.byLoop.get(loop.scope);
  if (!list || list.length < 2) return null;
  const d = distribution(list.map((i) => entries.time[i]));
  const bounds = distribution(list.map((i) => entries.bound[i])
    .filter((b) => b > 0));
  const most = Math.max(...d.bins.map((b) => b.n));
  const line = (name, x) => h('tr', {}, h('th', { scope: 'row' }, name),
    ['least', 'low', 'median', 'high', 'most'].map((k) => (
      h('td', {}, seconds(x[k])))), h('td', {}, count(x.n)));
  return h('section', { class: 'entries' }, h('h3', {}, 'Entries'),
    h('table', { class: 'list' }, h('thead', {}, h('tr', {},
      ['', 'least', '10 %', 'median', '90 %', 'most', 'known']
        .map((t) => h('th', {}, t)))),
    h('tbody', {}, line('time', d), bounds ? line('bound', bounds) : null)),
    h('div', { class: 'threads bins', role: 'img', 'aria-label':
      `${count(d.n)} entries by time` }, d.bins.map((b) => {
      const bar = h('span', { class: 'thread', title: `${seconds(b.from)} to `
        + `${seconds(b.to)}: ${plural(b.n, 'entry', 'entries')}` });
      bar.style.height = `${b.n ? Math.max(2, 100 * b.n / most) : 0}%`;
      return bar;
    })), h('p', { class: 'hint' }, `${seconds(d.least)} to ${seconds(d.most)}`
      + `${d.grow ? ', each bar a factor wide' : ''}; of `
      + `${plural(loop.entries, 'entry', 'entries')}.`));
}

const treatments = { __proto__: null, slot: 'never misses', control: 'real: decides the control '
  + 'flow', real: 'real', constant: 'constant address' };

/** References that are equal but for their number; METRICS of each added. */
function refGroups(tree, loop) {
  const groups = new Map(), extra = new Set();
  for (const i of tree.children(loop.scope)) {
    if (tree.kinds[i] !== REF) continue;
    const array = tree.get(i, 'array') ?? tree.get(i, 'name') ?? '-';
    const key = [array, tree.get(i, 'name'), tree.get(i, 'kind'),
                 tree.get(i, 'size'), tree.get(i, 'treatment'),
                 tree.get(i, 'line')].join('\0');
    const g = groups.get(key) ?? { n: 0, scope: i, array, metrics: new Map() };
    g.n++;
    for (const [name, value, unit] of ownMetrics(tree, i)) {
      extra.add(name);
      const m = g.metrics.get(name) ?? { value: 0, unit };
      g.metrics.set(name, { value: m.value + value, unit });
    }
    groups.set(key, g);
  }
  const list = [...groups.values()].sort((a, b) => (
    a.array < b.array ? -1 : a.array > b.array ? 1
      : tree.number(a.scope, 'line') - tree.number(b.scope, 'line')));
  return { list, extra: [...extra] };
}

function table(heads, rows) {
  return h('table', { class: 'list' },
    h('thead', {}, h('tr', {}, heads.map((t) => h('th', { scope: 'col' }, t)))),
    h('tbody', {}, rows.map((cells) => h('tr', {},
      cells.map((t) => h('td', {}, String(t)))))));
}

/** One row for each array of GROUPS.  */
function arrayRows(tree, groups, extra) {
  const arrays = new Map();
  for (const g of groups) {
    const a = arrays.get(g.array) ?? { loads: 0, stores: 0, sizes: new Set(),
      how: new Set(), metrics: new Map() };
    const kind = tree.get(g.scope, 'kind') ?? '';
    if (kind.includes('store')) a.stores += g.n;
    if (kind !== 'store') a.loads += g.n;
    a.sizes.add(tree.get(g.scope, 'size') ?? '?');
    const how = tree.get(g.scope, 'treatment');
    a.how.add(treatments[how] ?? how ?? '?');
    for (const [name, m] of g.metrics)
      a.metrics.set(name, { unit: m.unit,
        value: (a.metrics.get(name)?.value ?? 0) + m.value });
    arrays.set(g.array, a);
  }
  return [...arrays].map(([name, a]) => [name, a.loads || '', a.stores || '',
    [...a.sizes].sort((x, y) => x - y).join(', '), [...a.how].join(', '),
    ...extra.map((e) => (a.metrics.has(e)
      ? figure(a.metrics.get(e).value, a.metrics.get(e).unit) : ''))]);
}

/** The references of LOOP by array, and each of them.  */
function references(tree, loop) {
  const { list, extra } = refGroups(tree, loop);
  if (!list.length) return null;
  return h('section', {}, h('h3', {}, 'References by array'),
    table(['array', 'loads', 'stores', 'bytes', 'in the copy', ...extra],
          arrayRows(tree, list, extra)),
    extra.length ? null : h('p', { class: 'hint' }, culprit),
    h('details', {}, h('summary', {}, 'each reference'),
      table(['array', 'reference', 'kind', 'bytes', 'number', 'line',
             'in the copy', ...extra], list.map((g) => {
        const how = tree.get(g.scope, 'treatment');
        return [g.array, tree.get(g.scope, 'name') ?? '-',
          tree.get(g.scope, 'kind') ?? '', tree.get(g.scope, 'size') ?? '',
          g.n, tree.get(g.scope, 'line') ?? '', treatments[how] ?? how ?? '',
          ...extra.map((e) => (g.metrics.has(e)
            ? figure(g.metrics.get(e).value, g.metrics.get(e).unit) : ''))];
      }))));
}

/** The blocks of LOOP with all that is known of one of them.  */
function blocks(tree, loop) {
  const list = tree.children(loop.scope)
    .filter((i) => tree.kinds[i] === BLOCK);
  if (!list.length) return null;
  const names = [...tree.attributes.keys()].filter((name) => (
    list.some((i) => tree.get(i, name) !== undefined)));
  return h('section', {}, h('h3', {}, 'Blocks'),
    table(names, list.map((i) => names.map((name) => {
      const value = tree.get(i, name);
      return typeof value === 'number' ? figure(value, '') : value ?? '';
    }))));
}

/** FLAGS without what -march=native stands for.  */
function shortFlags(flags) {
  return flags.split(' ').filter((f) => (
    !/^-m(?!arch=|tune=|cpu=|prefer|cmodel)/.test(f) && f !== '--param'
      && !/^(l[12]-cache|--param)/.test(f))).join(' ');
}

/** The compiler and flags of the file that LOOP is in.  */
function flags(profile, loop) {
  const module = profile.tree.inside(loop.scope, MODULE);
  const units = profile.head.units.filter((u) => u.scope === module);
  const end = `/${loop.file}`;
  const mine = units.filter((u) => u.attributes.source === loop.path
    || `/${u.attributes.source ?? ''}`.endsWith(end));
  const shown = mine.length ? mine : units;
  const texts = new Set(shown.map((u) => `${u.attributes.compiler ?? ''} `
    + `${u.attributes.options ?? ''}`.trim()));
  if (!texts.size && !loop.flags) return null;
  return h('section', {}, h('h3', {}, 'Compiler'),
    [...texts].slice(0, 5).map((t) => h('p', { class: 'flags', title: safe(t) },
      shortFlags(t))),
    loop.flags ? h('p', {}, `This nest: ${loop.flags}.`) : null);
}

/** LOOP in the profiles before, by PAST: [profile, loop or null].  */
function history(profile, loop, past) {
  if (!past.length) return null;
  const all = [...past, [profile, loop]];
  const most = Math.max(...all.map(([, l]) => l?.time || 0));
  return h('section', {}, h('h3', {}, 'History'),
    h('table', { class: 'list' }, h('thead', {}, h('tr', {},
      ['profile', 'time', 'bound', 'verdict']
        .map((t) => h('th', {}, t)))),
    h('tbody', {}, all.map(([p, l]) => {
      const bar = h('span', { class: 'heat' }, l ? seconds(l.time)
        : 'not there');
      if (l && most > 0)
        bar.style.setProperty('--heat', `${100 * l.time / most}%`);
      return h('tr', {}, h('th', { scope: 'row' }, p.head.name),
        h('td', {}, bar), h('td', {}, l ? seconds(l.goodBound) : ''),
        h('td', {}, l ? l.verdict : ''));
    }))));
}

function others(values) {
  const list = values.filter(([name]) => !/^(rank|thread)[-_]|^slowest/
    .test(name));
  if (!list.length) return null;
  return h('section', {}, h('h3', {}, 'Counted'),
    h('table', { class: 'facts' }, h('tbody', {}, list.map(
      ([name, value, unit]) => row(name, figure(value, unit))))));
}

/** Show LOOP of PROFILE in the element AT; PAGE has the texts, PAST the loop
    in the profiles before.  */
export function showCard(at, profile, loop, page, past) {
  if (!loop) {
    fill(at, h('p', { class: 'hint' }, 'No loop is chosen.'));
    return;
  }
  const { tree } = profile, values = ownMetrics(tree, loop.scope);
  fill(at, h('h2', {}, loop.title), profile.untimed ? null
    : meaning(loop, page), numbersOf(loop),
    h('table', { class: 'facts' }, h('tbody', {},
      known(loop.refs) ? row('references', count(loop.refs),
        known(loop.refsRedirected)
          ? `, ${count(loop.refsRedirected)} redirected` : '',
        loop.refsControl > 0 ? `, ${count(loop.refsControl)} real because `
          + 'they decide the control flow' : '',
        loop.refsReal > 0 ? `, ${count(loop.refsReal)} other real` : '')
        : null,
      row('id', h('code', {}, loop.id)), row('file', loop.path))),
    history(profile, loop, past), perEntry(profile, loop),
    references(tree, loop), spread(values),
    perThread(values), blocks(tree, loop), flags(profile, loop),
    others(values));
}
