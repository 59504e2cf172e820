// Every address knows the module of its screen before the portal's own code is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { screensOf } from '../apps/portal/preload-screens.ts';
import { PATHS } from '../apps/portal/src/app/paths.ts';

const SRC = join(import.meta.dirname, '../apps/portal/src');
const router = readFileSync(join(SRC, 'app/router.ts'), 'utf8');

it('the preload script names a module that exists for the first part of every path', () => {
  const screens = screensOf(router);
  const firsts = new Set(PATHS.map((path) => path.split('/')[1] ?? ''));
  expect(Object.keys(screens).sort()).toEqual([...firsts].sort());
  for (const module of Object.values(screens))
    expect([module, existsSync(join(SRC, module))]).toEqual([module, true]);
  expect(screens['']).toBe('screens/home/home-screen.tsx');
});

it('the preload script refuses a route whose screen it cannot find', () => {
  expect(() => screensOf(router.replace('const cart = screen(', 'const cart = other('))).toThrow(
    /cart/,
  );
});
