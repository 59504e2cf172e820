// The secret of an installation: made once, kept by all processes, and never replaced because it
// cannot be read.
import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signingKey } from './signing-key.ts';

let home: string;
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'isobar-test-')), 'home');
});
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }));

it('the key is made once, of 32 random bytes that only its owner reads', async () => {
  const first = await signingKey(home);
  expect(first).toHaveLength(32);
  expect(await signingKey(home)).toEqual(first);
  expect(statSync(join(home, 'signing-key')).mode & 0o777).toBe(0o600);
  expect(statSync(home).mode & 0o777).toBe(0o700);
  expect(await signingKey(join(home, 'a different home'))).not.toEqual(first);
});

it('a key that is too short is refused', async () => {
  await mkdir(home);
  await writeFile(join(home, 'signing-key'), `${'ab'.repeat(31)}\n`);
  await expect(signingKey(home)).rejects.toThrow('too short');
  expect(readFileSync(join(home, 'signing-key'), 'utf8')).toHaveLength(63);
});

it('a key that is there and cannot be read is not replaced', async () => {
  await mkdir(home);
  const path = join(home, 'signing-key');
  await symlink(path, path); // a link to itself, which no one can read
  await expect(signingKey(home)).rejects.toMatchObject({ code: 'ELOOP' });
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});
