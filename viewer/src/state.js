// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows at the moment, its deep link, and who wants to know
// when it changes.

/** The settings in HASH, `#loop=ID&view=tree'.  */
export function parseHash(hash) {
  const found = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    try {
      found[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
    } catch { /* not one of ours */ }
  }
  return found;
}

/** The hash for SETTINGS; those that are null are left out.  */
export function makeHash(settings) {
  const parts = Object.entries(settings)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length ? `#${parts.join('&')}` : '';
}

/** Values by name; listeners are told which changed.  */
export class State {
  constructor(values) {
    this.values = { ...values };
    this.listeners = [];
  }

  get(name) {
    return this.values[name];
  }

  /** Set VALUES and tell the listeners the names of those that differ.  */
  set(values) {
    const changed = Object.keys(values)
      .filter((name) => this.values[name] !== values[name]);
    if (!changed.length) return;
    Object.assign(this.values, values);
    for (const [names, listener] of this.listeners)
      if (names.some((name) => changed.includes(name))) listener(changed);
  }

  /** Call LISTENER when one of NAMES changes.  */
  on(names, listener) {
    this.listeners.push([names, listener]);
  }
}
