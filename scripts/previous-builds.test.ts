// Which files of earlier builds of the portal stay.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepBuilds } from '../apps/portal/previous-builds.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the files of a build, as the bundler does, and their compressed forms. */
function build(name: string): void {
  const files = ['index.html', `assets/main-${name}.js`, '.vite/manifest.json'];
  for (const file of [...files, 'assets/font.woff2']) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), name);
  }
  keepBuilds(folder, files, ['assets/font.woff2']);
  for (const file of files) writeFileSync(join(folder, `${file}.gz`), name);
}
const has = (file: string): boolean => existsSync(join(folder, file));

it('the build cleanup keeps the files of the last four builds, compressed too, and removes older ones', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) build(name);
  expect(has('assets/main-a.js')).toBe(true);
  build('f');
  expect(has('assets/main-a.js') || has('assets/main-a.js.gz')).toBe(false);
  for (const name of ['b', 'c', 'd', 'e', 'f']) {
    expect(has(`assets/main-${name}.js`), name).toBe(true);
    expect(has(`assets/main-${name}.js.gz`), name).toBe(true);
  }
  expect(has('assets/font.woff2')).toBe(true);
  expect(has('index.html')).toBe(true);
});

it('the build cleanup removes the compressed page of the build before, which would be sent instead of the new page', () => {
  build('a');
  writeFileSync(join(folder, 'index.html'), 'b');
  keepBuilds(folder, ['index.html'], ['assets/font.woff2']);
  expect(has('index.html')).toBe(true);
  expect(has('index.html.gz')).toBe(false);
  expect(has('assets/main-a.js.gz')).toBe(true);
});

it('the build cleanup keeps the same builds however often one is built again', () => {
  build('a');
  for (let times = 0; times < 9; times += 1) build('b');
  expect(has('assets/main-a.js')).toBe(true);
});

it('the build cleanup keeps what was built before builds were recorded, and removes files that no build has', () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/main-old.js'), '');
  writeFileSync(join(folder, 'left-over.txt'), '');
  build('new');
  expect(has('assets/main-old.js')).toBe(true);
  expect(has('left-over.txt')).toBe(false);
});

it('the build cleanup takes a damaged record for none', () => {
  build('a');
  writeFileSync(join(folder, '.vite/builds.json'), '{"not": "a list"');
  build('b');
  expect(has('assets/main-a.js')).toBe(true);
});
