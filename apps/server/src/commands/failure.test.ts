// What the operator reads when a command cannot go on: errors as the machine really gives them.
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { readConfiguration } from '../platform/config/config.ts';
import { openStore } from '../store/open.ts';
import { failureText } from './failure.ts';

const caught = async (act: () => unknown): Promise<unknown> => {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

it('what a failed command says names the port that is taken', async () => {
  const [first, second] = [createServer(), createServer()];
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const { port } = first.address() as { port: number };
  const error = await new Promise((resolve) => {
    second.once('error', resolve);
    second.listen(port, '127.0.0.1');
  });
  first.close();
  expect(failureText(error)).toMatch(`Port ${port} is taken`);
  expect(failureText(error)).toContain('ISOBAR_PORT');
});

it('what a failed command says says that a file stands where the home folder should be, and that a store is none', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'This is no store, however long it may be. '.repeat(200));
  expect(failureText(await caught(() => mkdir(join(folder, 'file/home'))))).toContain(
    'ISOBAR_HOME',
  );
  const opened = await caught(() => openStore({ file: join(folder, 'file') }));
  expect(failureText(opened)).toContain('restore the last backup');
  rmSync(folder, { recursive: true });
});

it('what a failed command says says what a full disk means, also as the cause of another error', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  expect(failureText(new Error('not stored', { cause: full }))).toMatch(/^The disk is full\./);
});

it('what a failed command says gives problems and a wrong configuration in their own words, without a stack', async () => {
  expect(failureText(new Problem('bad-request', 'Which folder?'))).toBe('Which folder?');
  const wrong = failureText(await caught(() => readConfiguration({ ISOBAR_PORT: 'abc' })));
  expect(wrong).toMatch(/^The configuration is wrong\. ISOBAR_PORT: /);
  expect(wrong).not.toContain('\n');
});

it('what a failed command says shows the stack of an unexpected error', () => {
  expect(failureText(new TypeError('x is not a function'))).toContain('failure.test.ts');
});
