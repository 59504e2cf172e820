// The example of the README, run without any change.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const MODULES = join(PACKAGE, '../../node_modules');

it('the example of the README of the search engine prints what the README shows', () => {
  const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  const [, example = '', printed = ''] =
    /```js\n([\s\S]+?)```\n\n```\n([\s\S]+?)```/.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'isobar-search-example-'));
  try {
    symlinkSync(MODULES, join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'example.mjs'), example);
    const said = execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(said).toBe(printed);
    expect(said.length).toBeGreaterThan(50);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
