// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard.

import { byId } from './dom.js';

/** Whether what is typed goes into a field.  */
function typing(target) {
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

export function setKeys({ state, panes, profile }) {
  const move = (by) => {
    const made = panes.made[state.get('view')];
    const row = made?.neighbour(by);
    const loop = row?.loop ?? row?.x?.b ?? profile.byScope.get(row?.key);
    if (loop) state.set({ loop: loop.id });
  };
  const actions = {
    j: () => move(1), ArrowDown: () => move(1),
    k: () => move(-1), ArrowUp: () => move(-1),
    '/': () => byId('filter').focus(),
    f: () => byId('formula').focus(),
    s: () => document.querySelector('.source-scroll').focus(),
    c: () => byId('card').focus(),
    t: () => byId('theme').click(),
  };
  panes.views.forEach((v, i) => {
    actions[String(i + 1)] = () => state.set({ view: v.id });
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') document.activeElement?.blur();
    if (event.ctrlKey || event.altKey || event.metaKey
        || typing(event.target)) return;
    const scrolling = event.target.closest?.('.source-scroll, #card');
    if (scrolling && event.key.startsWith('Arrow')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

