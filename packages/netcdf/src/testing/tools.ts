// The independent readers that tests compare with (ncdump, nco, Python netCDF4), where present.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasReaders } from '../../../../scripts/python-modules.mjs';

export const hasNcdump = runs('ncdump', ['-v']);
export const hasNco = runs('ncrcat', ['--version']);
export const hasPython = hasReaders();

/** The whole file in CDL, with as many digits as floats and doubles need. */
export function ncdump(path: string, ...options: string[]): string {
  return run('ncdump', ['-p', '9,17', ...options, path]);
}

export function run(program: string, args: readonly string[], input?: string): string {
  const limit = { encoding: 'utf8' as const, maxBuffer: 512 * 2 ** 20 };
  return execFileSync(program, args, input === undefined ? limit : { ...limit, input });
}

export function python(script: string, ...args: string[]): string {
  return run('python3', ['-', ...args], script);
}

/** An empty folder that is gone when the test is. */
export function temporaryFolder(): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'isobar-netcdf-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).error === undefined;
}
