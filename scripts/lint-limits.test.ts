// The linter holds the limits of files and functions: planted sources over each limit are refused,
// and sources at it are not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const BIOME = join(ROOT, 'node_modules/.bin/biome');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-lint-'));
  mkdirSync(join(folder, 'apps/server/src'), { recursive: true });
  const settings: object = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...settings, vcs: { enabled: false } }), // the folder is in no repository
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the linter finds the rule broken in a source of the server. */
function isBroken(source: string, rule: string): boolean {
  writeFileSync(join(folder, 'apps/server/src/planted.ts'), source);
  const asked = ['lint', `--only=${rule}`, 'apps/server/src/planted.ts'];
  const { stdout, stderr, status } = spawnSync(BIOME, asked, { cwd: folder, encoding: 'utf8' });
  const isTold = `${stdout}${stderr}`.includes(`lint/${rule}`);
  expect(status === 0).toBe(!isTold);
  return isTold;
}
const lines = (count: number): string => 'act();\n'.repeat(count);
const parameters = (count: number): string =>
  Array.from({ length: count }, (_, n) => `p${n}: number`).join(', ');

it.each([
  ['style/noExcessiveLinesPerFile', lines(400), lines(402)],
  [
    'complexity/noExcessiveLinesPerFunction',
    `export function fits() {\n${lines(98)}}\n`,
    `export const long = () => {\n${lines(101)}};\n`,
  ],
  [
    'complexity/useMaxParams',
    `export const five = (${parameters(5)}) => 0;\n`,
    `export const six = (${parameters(6)}) => 0;\n`,
  ],
])('the linter refuses what breaks %s, and only that', (rule, fits, tooMuch) => {
  expect(isBroken(fits, rule)).toBe(false);
  expect(isBroken(tooMuch, rule)).toBe(true);
});
