// The Python package as a new user gets it: its wheel, installed apart, its types, its tests, and
// its README against a real server.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, root } from './server.ts';

const run = promisify(execFile);
const NEEDED = join(root, 'node_modules/.cache/python-programs/code');
const SOURCES = join(root, 'clients/python');
const isThere = existsSync(NEEDED);
if (!isThere) console.warn('The Python package is not tried: what it needs is not installed.');

let server: Isobar;
let folder: string;
let installed: string;
const python = (args: readonly string[], env: Record<string, string> = {}, cwd = folder) =>
  run('python3', [...args], {
    cwd,
    env: {
      ...process.env,
      PYTHONPATH: `${installed}:${NEEDED}`,
      PYTHONDONTWRITEBYTECODE: '1',
      MPLBACKEND: 'Agg',
      ...env,
    },
    maxBuffer: 1 << 24,
  });

describe.skipIf(!isThere)('the Python package', () => {
  beforeAll(async () => {
    server = await demoIsobar();
    folder = mkdtempSync(join(tmpdir(), 'isobar-python-'));
    installed = join(folder, 'installed');
    const build = 'import sys, hatchling.build as b; print(b.build_wheel(sys.argv[1]))';
    await python(['-c', build, folder], {}, SOURCES);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '';
    expect(wheel).toBe('isobar_client-1.0.0-py3-none-any.whl');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
    await python([...pip, '--no-index', '--target', installed, join(folder, wheel)]);
  });
  afterAll(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the Python package comes from the archive itself, with the same files and the same needs as the wheel that its sources build', async () => {
    const page = await (await fetch(`${server.url}/clients/python/`)).text();
    const [, name = '', sum = ''] = /<a href="([^"#]+\.whl)#sha256=(\w{64})">/.exec(page) ?? [];
    const address = `${server.url}/clients/python/${name}`;
    const target = join(folder, 'from-archive');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
    await python([...pip, '--no-index', '--target', target, `${address}#sha256=${sum}`]);
    const told = `
import importlib.metadata as m, sys
d = m.Distribution.at(sys.argv[1] + "/isobar_client-1.0.0.dist-info")
print(sorted(str(f) for f in d.files if str(f).startswith("isobar_client/") and "__pycache__" not in str(f)), d.version, sorted(r.lower() for r in d.requires))
`;
    const of = async (where: string) =>
      (await python(['-c', told, where])).stdout.replaceAll('"', "'").replace(/\s/g, '');
    expect(await of(target)).toBe(await of(installed));
    await expect(
      python([...pip, '--no-index', '--target', target, `${address}#sha256=${'0'.repeat(64)}`]),
    ).rejects.toThrow(/hash|THESE PACKAGES/i);
  });

  it('the Python package comes with its types, and they hold', async () => {
    expect(existsSync(join(installed, 'isobar_client/py.typed'))).toBe(true);
    const cache = join(folder, 'types');
    const { stdout } = await python(['-m', 'mypy', '--cache-dir', cache], {}, SOURCES);
    expect(stdout).toContain('no issues found');
  });

  it('the Python package resumes, checks, waits, and says what is wrong', async () => {
    const { stderr } = await python(['-m', 'unittest', 'discover', '-s', join(SOURCES, 'tests')]);
    expect(stderr).toMatch(/Ran [2-9][0-9] tests/);
    expect(stderr).toMatch(/OK\s*$/);
  });

  it('the Python package does what its README shows', async () => {
    const { stdout } = await python(
      [join(SOURCES, 'tests/readme.py'), join(SOURCES, 'README.md')],
      {
        ISOBAR_URL: server.url,
        ISOBAR_TOKEN: 'demo:demo-token',
      },
    );
    const lines = stdout.trim().split('\n');
    const found = lines.slice(0, 5);
    for (const line of found) expect(line).toMatch(/^sgp\w+\.\w\d .*\d{4}-\d\d-\d\d/);
    expect(new Set(found.map((line) => line.split(' ')[0])).size).toBe(5);
    expect(lines).toContain('sgpmetE13.b1.20190103.000000.cdf 320548');
    expect(lines.some((line) => /^-?\d+\.\d+$/.test(line))).toBe(true);
    expect(
      lines.filter((line) => /my-order\/sgpmetE13\.b1\..*\.custom\.csv$/.test(line)),
    ).toHaveLength(31);
    const png = readFileSync(join(folder, 'temperature.png'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(10_000);
    expect(readdirSync(join(folder, 'met')).sort()).toEqual([
      'sgpmetE13.b1.20190101.000000.20190103.235900.custom.cdf',
      'sgpmetE13.b1.20190101.000000.cdf',
      'sgpmetE13.b1.20190102.000000.cdf',
    ]);
  });

  it('the Python package lists all files of a long record in its order, and says no without a token', async () => {
    const code = `
from isobar_client import Isobar, IsobarError
archive = Isobar("${server.url}", "demo:wrong")
files = list(archive.files("sgpmetE13.b1"))
print(len(files), len({file.name for file in files}), files[0].start < files[-1].start)
for act in (lambda: archive.fetch(files[0].name), lambda: archive.open("sgpmetE13.b1", "2019-01-01"), lambda: archive.order("sgpmetE13.b1", "2019-01-01")):
    try:
        act()
        print("nothing was refused")
    except IsobarError as error:
        print(error.status)
`;
    const { stdout } = await python(['-c', code]);
    const [count = '', ...refused] = stdout.trim().split('\n');
    const [all, different, sorted] = count.split(' ');
    expect(Number(all)).toBeGreaterThan(10_000);
    expect([different, sorted]).toEqual([all, 'True']);
    expect(refused).toEqual(['401', '401', '401']);
    expect(readdirSync(folder).some((name) => name.endsWith('.cdf'))).toBe(false);
  });
});
