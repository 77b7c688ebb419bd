// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles made for tests.

/** TEXT as the value of an attribute.  */
export function xml(text) {
  return String(text).replace(/[&<>"\t\n\r]/g,
                              (c) => `&#${c.codePointAt(0)};`);
}

/** ATTRIBUTES of an element, those that are null left out.  */
export function attributes(list) {
  return Object.entries(list)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${xml(value)}"`).join('');
}

/** A loop in a function of its own; INSIDE stands in it.  */
export function loop({ function: name, asm, inside = '', ...rest }) {
  return `<procedure${attributes({ name, 'asm-name': asm ?? name })}>`
    + `<loop${attributes(rest)}>${inside}</loop></procedure>`;
}

/** A profile of PROGRAM with LOOPS in the source file FILE.  */
export function profile({ program = 'made', time = 10, threads = 1,
                          file = 'made.c', path = '/src/made.c', loops = [],
                          metrics = '', environment = '', run = 'ab12',
                          options = '-O2' }) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<memlb version="1.0" run="${run}" complete="yes" mode="bound">
<environment><host name="node1"/>${environment}
<run${attributes({ program, pid: 1, start: '2026-03-01T14:02:00Z',
                   elapsed: time / threads })}/></environment>
<losses/><metrics>${metrics}</metrics>
<program${attributes({ id: 'p', name: program, time, threads,
                       elapsed: time / threads })}>
<module${attributes({ id: 'm1', name: program, path: `/src/${program}` })}>
<unit${attributes({ compiler: 'GNU C17 12.2.0', options, source: file,
                    directory: '/src' })}/>
<file${attributes({ id: 'f1', name: file, path })}>
${loops.map(loop).join('\n')}
</file></module></program></memlb>
`;
}
