// An input is read to its end before it counts: one that gets shorter meanwhile counts as gone, and
// so does its copy.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ByteSource, bytesSource } from '@isobar/netcdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ArchiveStore } from '../../../ports/archive.ts';
import { checkInput } from './check-input.ts';
import { openStage } from './stage.ts';

const BYTES = Buffer.from('all that the file holds');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-stage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function archiveOf(source: ByteSource) {
  const told = { closed: 0 };
  const archive: ArchiveStore = {
    simulated: false,
    list: async function* () {},
    look: async () => null,
    open: async () => ({
      ...source,
      size: source.size,
      read: (offset, length) => source.read(offset, length),
      close: async () => {
        told.closed++;
      },
    }),
    close: async () => {},
  };
  return { archive, told };
}
const staged = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /\d+$/.test(name));
const never = new AbortController().signal;

it('a checked input tells size and sum, and keeps a copy that is used while it has this size', async () => {
  const { archive, told } = archiveOf(bytesSource(BYTES));
  const stage = await openStage(folder);
  const sha256 = createHash('sha256').update(BYTES).digest('hex');
  expect(await checkInput(archive, 'a.nc', 4, never, stage)).toEqual({
    input: 4,
    bytes: BYTES.length,
    sha256,
    missing: null,
  });
  expect(told.closed).toBe(1);
  const copy = await stage.open(4, BYTES.length);
  expect(Buffer.from((await copy?.read(0, 1000)) ?? [])).toEqual(BYTES);
  await copy?.close();
  expect(await stage.open(4, BYTES.length + 1)).toBeNull();
  expect(await stage.open(5, BYTES.length)).toBeNull();
});

it('a checked input is not there any more when it ends before its size, and leaves no copy', async () => {
  const short = { ...bytesSource(BYTES), size: BYTES.length + 1 };
  const { archive, told } = archiveOf(short);
  const stage = await openStage(folder);
  await expect(checkInput(archive, 'a.nc', 4, never, stage)).rejects.toMatchObject({
    code: 'not-found',
    message: 'a.nc became shorter while it was read.',
  });
  expect(told.closed).toBe(1);
  expect(
    (await staged()).filter((name) => !name.startsWith('inputs-') || name.includes('/')),
  ).toEqual([]);
  expect(await stage.open(4, BYTES.length)).toBeNull();
});

it('a checked input ends when its order is cancelled, and closes what it read', async () => {
  const { archive, told } = archiveOf(bytesSource(BYTES));
  const stop = AbortSignal.abort(new Error('cancelled'));
  await expect(checkInput(archive, 'a.nc', 4, stop)).rejects.toThrow('cancelled');
  expect(told.closed).toBe(1);
});

it.skipIf(process.platform !== 'linux')(
  'a checked input keeps copies only until the machine is started again',
  async () => {
    await openStage(folder);
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    expect(await readdir(folder)).toEqual([`inputs-${boot.trim()}`]);
  },
);
