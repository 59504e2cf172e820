// What the image runs, without an image: the same files, read-only, as the same account, with the
// same command and health check.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './server.ts';

const ACCOUNT = 1000;
const file = readFileSync(join(root, 'Containerfile'), 'utf8');
/** The last stage: what is copied into the image, its command and its health check. */
const copied = [...file.matchAll(/^COPY --from=build \/opt\/isobar\/(\S+) /gm)].map(
  ([, name = '']) => name,
);
const jsonAfter = (word: RegExp): string[] => JSON.parse(word.exec(file)?.[1] ?? 'null');
const command = [...jsonAfter(/^ENTRYPOINT (\[.+\])$/m), ...jsonAfter(/^CMD (\[.+\])$/m)];
const health = jsonAfter(/^ {2}CMD (\[.+\])$/m);

/** Another account must be able to read the modules, and only root may become another account. */
const mayTry =
  process.getuid?.() === 0 &&
  spawnSync(
    process.execPath,
    ['-e', `require('fs').readdirSync(${JSON.stringify(join(root, 'node_modules'))})`],
    {
      uid: ACCOUNT,
      gid: ACCOUNT,
    },
  ).status === 0;

describe.skipIf(!mayTry)('the files of the image (needs root)', () => {
  let folder: string;
  let server: ChildProcess;
  const port = 20_000 + (process.pid % 20_000);
  let printed = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'isobar-image-'));
    chmodSync(folder, 0o755);
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    for (const name of copied.filter((one) => one !== 'node_modules')) {
      mkdirSync(dirname(join(tree, name)), { recursive: true });
      cpSync(join(root, name), join(tree, name), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
    }
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    execFileSync('chmod', ['-R', 'a-w,a+rX', tree]);
    const home = join(folder, 'home');
    mkdirSync(home);
    execFileSync('chown', [String(ACCOUNT), home]);
    const [program = '', ...args] = command;
    expect(program).toBe('node');
    server = spawn(process.execPath, args, {
      cwd: tree,
      uid: ACCOUNT,
      gid: ACCOUNT,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        ISOBAR_HOME: home,
        ISOBAR_PORT: String(port),
        ISOBAR_PLOTS_AHEAD: 'off',
        ISOBAR_FACTS_AHEAD: 'off',
      },
    });
    const heard = (chunk: Buffer) => {
      printed += chunk;
    };
    server.stdout?.on('data', heard);
    server.stderr?.on('data', heard);
  });
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const check = (): number | null => {
    const [, ...args] = health;
    return spawnSync(
      process.execPath,
      args.map((text) => text.replace('8080', String(port))),
    ).status;
  };

  it('the files of the image are not well before they answer, and well once they do, by the health check of the image', async () => {
    expect(check()).toBe(1);
    for (let tries = 0; tries < 1200 && check() !== 0; tries++) {
      expect(server.exitCode, printed).toBeNull();
      await sleep(250);
    }
    expect(check(), printed).toBe(0);
    const page = await fetch(`http://127.0.0.1:${port}/discovery/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id=');
  }, 400_000);

  it('the files of the image end in order on SIGTERM', async () => {
    expect(server.exitCode, printed).toBeNull();
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    const [code, signal] = await ended;
    expect([code, signal], printed).toEqual([0, null]);
    expect(printed).not.toMatch(/EROFS|EACCES|EPERM/);
  }, 100_000);
});
