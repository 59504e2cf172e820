import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const LEAVES_A_PROGRAM = `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { it } from 'vitest';
  it('fails before it ends its program', () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'inherit'] });
    writeFileSync('program', String(child.pid));
    throw new Error('before its end');
  });`;

it('a program that a failed test left running is killed, and the test runner ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-tidy-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'leaves.test.ts'), LEAVES_A_PROGRAM);
    const setup = JSON.stringify(join(import.meta.dirname, 'tidy.ts'));
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `export default { test: { setupFiles: [${setup}], pool: 'forks' } };`,
    );
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { status, stderr } = spawnSync(process.execPath, [vitest, 'run'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(stderr).toContain('before its end');
    expect(status).toBe(1); // null: the runner did not end, and was killed
    const program = Number(readFileSync(join(folder, 'program'), 'utf8'));
    expect(() => process.kill(program, 0)).toThrow('ESRCH');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
