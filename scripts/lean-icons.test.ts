// Icons of the built portal are the library's, without what is not read of them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createIcon } from '../apps/portal/lean-icon.ts';
import { leanIcons } from '../apps/portal/lean-icons.ts';

const ICONS = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm/icons');

const ofPortal = createRequire(join(import.meta.dirname, '../apps/portal/package.json'));
const { createElement } = ofPortal('react');
const { renderToStaticMarkup } = ofPortal('react-dom/server');

/** Attributes in order; the library's own classes are no part of the picture. */
const drawn = (icon: unknown, props: object): readonly string[] =>
  renderToStaticMarkup(createElement(icon, props))
    .replace(/lucide(-[\w-]+)? ?/g, '')
    .replace(/ class=""/, '')
    .split(/(?=<)/)
    .map((tag: string) => (tag.match(/^<\/?\w+|[\w-]+="[^"]*"/g) ?? []).sort().join(' '));

it.each([
  ['a size', { size: 15, 'aria-hidden': true, className: 'shrink-0 text-ink-2' }],
  ['a width of its lines', { size: 26, strokeWidth: 1.4 }],
  ['a name', { role: 'img', 'aria-label': 'Days' }],
])('an icon with %s is drawn as the library draws it', async (_, props) => {
  for (const file of ['calendar-days', 'circle-check', 'minus']) {
    const { default: icon, __iconData } = await import(join(ICONS, `${file}.mjs`));
    expect(drawn(createIcon(__iconData), props)).toEqual(drawn(icon, props));
  }
});

it('the build leaves shapes alone, and takes out names, keys and the library’s own drawing', () => {
  const id = join(ICONS, 'circle-exclamation-point.mjs');
  const { transform } = leanIcons();
  if (typeof transform !== 'function') throw new Error('the plugin transforms nothing');
  const { code } = Object(Reflect.apply(transform, {}, [readFileSync(id, 'utf8'), id]));
  expect(code).toContain('["circle", { cx: "12", cy: "12", r: "10" }]');
  expect(code).toMatch(/^import \{ createIcon as createLucideIcon \} from ".*\/lean-icon\.ts";$/m);
  expect(code).not.toMatch(/key:|name:|aliases:|createLucideIcon\.m?js/);
});
