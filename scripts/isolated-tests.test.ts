import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { aloneBelow, isAlone } from './isolated-tests.ts';

it.each([
  ["vi.mock('node:fs', () => cut);", true],
  ["vi.doMock('./clock.ts');", true],
  ['const seen = vi.hoisted(() => []);', true],
  ["process.env.TZ = 'Europe/Berlin';", true],
  ['delete process.env.TZ;', true],
  ["process.once('warning', note);", true],
  ['process.chdir(folder);', true],
  ['const before = process.memoryUsage().rss;', true],
  ["import { openPortal } from '../../testing/open-portal.tsx';", true],
  ["expect(process.env.TZ === 'UTC')", false],
  ['env: { ...process.env, LC_ALL: "C" }', false],
  ["child.once('exit', done);", false],
  // put back after each file
  ["vi.spyOn(Date, 'now'); vi.useFakeTimers(); vi.stubGlobal('fetch', answers);", false],
])('%s', (source, alone) => {
  expect(isAlone(source)).toBe(alone);
});

it('the search for isolated tests finds them by what they say, wherever they lie', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const found = aloneBelow(root, ['apps/server/src/**/*.test.ts']);
  expect(found).toContain('apps/server/src/testing/power-cut.test.ts');
  expect(found.length).toBeLessThan(30);
});
