// The linter holds the limits of files and functions: planted sources over each limit are refused, and sources at it are not.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const BIOME = join(ROOT, 'node_modules/.bin/biome');

/** The rules that the linter finds broken in a source of the server. */
function broken(source: string, rule: string): boolean {
  const { stdout, stderr } = spawnSync(
    BIOME,
    ['lint', `--only=${rule}`, '--stdin-file-path=apps/server/src/planted.ts'],
    { cwd: ROOT, input: source, encoding: 'utf8' },
  );
  return `${stdout}${stderr}`.includes(`lint/${rule}`);
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
  expect(broken(fits, rule)).toBe(false);
  expect(broken(tooMuch, rule)).toBe(true);
});
