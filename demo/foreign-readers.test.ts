// The demo's files, read by other programs: ncdump, and Python's netCDF4. Skipped where they are
// not installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { hasReaders } from '../scripts/python-modules.mjs';
import { filesOf } from './calendar.ts';
import { otherKind } from './other-file.ts';
import { planOf, sizeOf } from './plan.ts';
import { simulatedFile } from './simulated-file.ts';
import { streams } from './streams.ts';

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const hasNcdump = works('ncdump', ['-h', '/dev/null']) || spawnSync('ncdump').error === undefined;
const hasPython = hasReaders();

/** Files of many designs that are small enough to write out: the first such file of each design. */
const chosen = new Map<
  string,
  { path: string; records: number; bytes: () => Promise<Uint8Array> }
>();
for (const stream of streams().values()) {
  if (otherKind(stream) || chosen.has(stream.design.name)) continue;
  for (const file of filesOf(stream)) {
    if (sizeOf(planOf(stream), file.records) > 800_000) break;
    const source = simulatedFile(file);
    const path = `${stream.name}.nc`;
    chosen.set(stream.design.name, {
      path,
      records: file.records,
      bytes: () => source.read(0, source.size),
    });
    break;
  }
}
const cases = [...chosen].map(([design, file]) => ({ design, ...file }));

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder();
  for (const { path, bytes } of cases) await writeFile(join(folder, path), await bytes());
}, 60_000);

describe.skipIf(!hasNcdump)('ncdump', () => {
  it('ncdump has files of 20 designs at least to read', () => {
    expect(cases.length).toBeGreaterThanOrEqual(20);
  });

  it.each(cases)('ncdump reads a file of $design', ({ path, records }) => {
    const run = spawnSync('ncdump', ['-h', join(folder, path)], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    expect(run.stdout).toContain(`time = UNLIMITED ; // (${records} currently)`);
  });
});

describe.skipIf(!hasPython)('Python netCDF4', () => {
  it('Python netCDF4 decodes every value and the times of every file', () => {
    const script = [
      'import glob, sys, netCDF4',
      'for path in sorted(glob.glob(sys.argv[1] + "/*.nc")):',
      '    with netCDF4.Dataset(path) as data:',
      '        for variable in data.variables.values(): variable[...]',
      '        t = data["time"]',
      '        when = netCDF4.num2date(t[:], t.units)',
      '        base = netCDF4.num2date(data["base_time"][...], "seconds since 1970-01-01")',
      '        offset = data["time_offset"][0]',
      '        assert abs((when[0] - base).total_seconds() - offset) < 0.01, path',
      '    print("good")',
    ].join('\n');
    const out = execFileSync('python3', ['-c', script, folder], { encoding: 'utf8' });
    expect(out.trim().split('\n').length).toBe(cases.length);
  }, 120_000);
});
