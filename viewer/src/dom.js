// SPDX-License-Identifier: GPL-3.0-or-later
// Elements.  Texts go in as text nodes only, so that a name cannot become a
// part of the page.

import { safe } from './format.js';

/** An element TAG with ATTRIBUTES (functions are listeners) and CHILDREN:
    elements or texts; null and false are left out.  */
export function h(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') e.addEventListener(name, value);
    else if (name === 'class') e.className = value;
    else if (name === 'style') Object.assign(e.style, value);
    else e.setAttribute(name, value === true ? '' : value);
  }
  add(e, children);
  return e;
}

function add(e, children) {
  for (const c of children)
    if (Array.isArray(c)) add(e, c);
    else if (c instanceof Node) e.append(c);
    else if (c !== null && c !== undefined && c !== false)
      e.append(safe(c));
}

/** Let E hold CHILDREN and nothing else.  */
export function fill(e, ...children) {
  e.replaceChildren();
  add(e, children);
  return e;
}

/** The element with the id ID.  */
export function byId(id) {
  return document.getElementById(id);
}
