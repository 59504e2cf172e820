// What all programs to copy have in common, read as text; what-programs-fetch.test.ts runs them.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { LANGUAGES } from './languages.ts';
import type { CodeItem, CodeRequest } from './plan.ts';

const item: CodeItem = {
  datastream: 'sgpmetE13.b1',
  ranges: [{ start: '2019-01-01', end: '2019-01-02' }],
  ...{ variables: [], fileNames: [], reportClasses: [], assessments: [] },
};
const named = { ...item, fileNames: ['c.nc'] };
const extract = { ...item, datastream: 'sgpaosE13.b1', variables: ['qc_rh', 'rh'] };
const raw = { ...item, datastream: 'sgprawE13.00', fileNames: ['raw.00.tar'] };

const written = (key: string, about: CodeRequest['about'], more: Partial<CodeRequest> = {}) => {
  const language = LANGUAGES.find((one) => one.key === key);
  const services = { live: 'https://x.example/live', order: 'https://x.example/order' };
  const head = { title: 'A title', from: '', tokenPage: 'https://x.example/token' };
  return language?.write({ ...head, ...services, about, ...more }) ?? '';
};
const linesOf = (key: string, items: readonly CodeItem[]): string[] =>
  written(key, { items })
    .split('\n')
    .filter((line) => line !== '');
/** The same program, however its parts are set apart. */
const dense = (code: string): string[] => code.split('\n').filter((line) => line !== '');

describe.each(LANGUAGES.map(({ key }) => key))('a program in %s', (key) => {
  it('a program begins with what it is for, where it is from, and where to get a token', () => {
    const code = written(key, { items: [extract] }, { from: 'https://x.example/cart' });
    const found = ['A title', 'From https://x.example/cart', 'https://x.example/token'];
    const places = found.map((text) => code.indexOf(text));
    expect(Math.min(...places)).toBeGreaterThan(0);
    const first = code.indexOf(key === 'notebook' ? 'import ' : 'https://x.example/live');
    expect(Math.max(...places)).toBeLessThan(first);
    expect(written(key, { items: [extract] })).not.toContain('From ');
  });

  it('a program ends with one line end', () => {
    for (const about of [{ items: [extract] }, { items: [raw] }, { orderId: 7 }])
      expect(written(key, about)).toMatch(/^\S.*\S\n$/s);
  });
});

it.each(['python', 'r', 'matlab', 'julia', 'curl', 'wget'])(
  'a program in %s for several datastreams has the lines of the programs for each',
  (key) => {
    const items = [item, named, extract, raw];
    const apart = new Set(items.flatMap((one) => linesOf(key, [one])));
    expect(new Set(linesOf(key, items))).toEqual(apart);
  },
);

it.each(['curl', 'julia', 'matlab', 'python', 'r', 'wget'])(
  'a program in %s for an order has no line about single files of the archive',
  (key) => {
    const code = written(key, { orderId: 7 });
    expect(code).toContain('https://x.example/order');
    expect(code).not.toMatch(/x\.example\/live|saveData|\/mod|\/query/);
    const all = linesOf(key, [item, named, extract, raw]);
    const own = dense(code).filter((line) => !all.includes(line));
    expect(own.join('\n')).toMatch(/7/);
    expect(code).not.toMatch(/undefined/);
  },
);

it('Julia outside of functions only defines, assigns, calls and comments', () => {
  const outside = /^(#|using |const |end$|ask\(|fetch\w+\(|plain\(b\) = |escaped\(text\) = )/;
  for (const about of [{ orderId: 7 }, { items: [item] }, { items: [named, extract] }]) {
    const code = written('julia', about).replace(/^function .*?^end$/gms, '');
    for (const line of dense(code)) expect(line).toMatch(outside);
  }
});

it.each([
  ['r', /nc_open\("(.*?)"\)\n {2}name <- "(.*?)"/],
  ['matlab', /ncread\('(.*?)', '(.*?)'\)/],
])(
  'a program in %s opens the first extract by its first variable, and nothing else',
  (key, open) => {
    const other = { ...extract, datastream: 'sgpmetE11.b1', variables: ['temp'] };
    const opened = (...items: CodeItem[]) => open.exec(written(key, { items }))?.slice(1);
    const first = ['sgpaosE13.b1.20190101.20190102.custom.cdf', 'rh'];
    expect(opened(item, extract, other)).toEqual(first);
    expect(opened(other, extract)).toEqual([first[0]?.replace('aosE13', 'metE11'), 'temp']);
    expect(opened(item, named, raw)).toBeUndefined();
    const masked = { ...item, assessments: ['Bad'] };
    expect(opened(masked)).toBeUndefined();
    expect(written('r', { items: [masked] })).toContain('name <- names(data$var)[1]');
    expect(written('r', { items: [item, named, raw] })).not.toContain('nc_open');
    expect(written('matlab', { items: [masked] })).not.toContain('ncread');
  },
);

it('more than two hundred files are fetched by their dates instead of their names', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `file${n}.nc`);
  const code = (count: number) =>
    written('curl', { items: [{ ...item, fileNames: files(count) }] });
  expect(code(200).match(/^fetch 'file\d+\.nc'$/gm)).toHaveLength(200);
  expect(code(201)).not.toContain('file0.nc');
  expect(code(201)).toContain("fetch_all 'ds=sgpmetE13.b1' 'start=2019-01-01' 'end=2019-01-02'");
});

it.each(['xarray', 'act'])('%s fetches raw files as Python alone does', (key) => {
  const items = [raw, { ...raw, fileNames: [] }];
  expect(dense(written(key, { items }))).toEqual(dense(written('python', { items })));
});

it('programs in Python import other packages in alphabetical order', () => {
  for (const about of [{ items: [extract] }, { orderId: 7 }])
    for (const key of ['python', 'xarray', 'act']) {
      const imports = dense(written(key, about)).filter((line) => line.startsWith('import '));
      const others = imports.slice(imports.indexOf('import os') + 1);
      expect(others).toEqual(others.toSorted());
      expect(others).toContain('import requests');
    }
});

const source = z.array(z.string());
const common = { id: z.string().check(z.regex(/^[\w-]{1,64}$/)), metadata: z.strictObject({}) };
/** What nbformat 4.5 requires of cells of text and code. */
const format = z.strictObject({
  nbformat: z.literal(4),
  nbformat_minor: z.literal(5),
  metadata: z.strictObject({
    kernelspec: z.strictObject({
      name: z.string(),
      display_name: z.string(),
      language: z.string(),
    }),
    language_info: z.strictObject({ name: z.literal('python') }),
  }),
  cells: z.array(
    z.discriminatedUnion('cell_type', [
      z.strictObject({ ...common, cell_type: z.literal('markdown'), source }),
      z.strictObject({
        ...{ ...common, cell_type: z.literal('code'), source },
        ...{ outputs: z.array(z.never()), execution_count: z.null() },
      }),
    ]),
  ),
});
const cellsOf = (about: CodeRequest['about'], more: Partial<CodeRequest> = {}) =>
  format.parse(JSON.parse(written('notebook', about, more))).cells;

it('a notebook has the program for xarray as its cells', () => {
  for (const about of [{ items: [extract, named] }, { items: [raw] }, { orderId: 7 }]) {
    const [text, ...cells] = cellsOf(about);
    expect(text?.cell_type).toBe('markdown');
    expect(text?.source.at(-1)).toContain('https://x.example/token');
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    const codes = cells.map((cell) => (cell.cell_type === 'code' ? cell.source.join('') : ''));
    expect(dense(codes.join('\n'))).toEqual(dense(written('xarray', about)));
    for (const code of codes) expect(code).toBe(code.trim());
  }
});

it('a notebook shows its title as a heading, with no sign of it taken for formatting', () => {
  const title = 'a_b _c_ *d* [e](f) <b>g</b> `h` \\ ~i~ $j$ | k & l!';
  const [cell] = cellsOf({ items: [extract] }, { title, from: 'https://x.example/cart' });
  const [heading = '', ...rest] = cell?.source ?? [];
  expect(heading).toMatch(/^# [^*<>[\]`\\~$|!]+\n$/);
  const shown = heading.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  expect(shown).toBe(`# ${title}\n`);
  expect(rest.join('')).toContain('https://x.example/token\n');
  expect(rest.at(-1)).toBe('From https://x.example/cart');
});
