// Steps that stop because others wait, and go on: nothing is done twice, and the reported progress
// is correct at each moment.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { NetcdfError } from '@isobar/netcdf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { givenUp } from '../../../core/catalogue/given-up.ts';
import type { Job, Running } from '../../../core/jobs/job.ts';
import { readManifest } from '../delivery/manifest.ts';
import { findOrder, MISSING_SHOWN, type Order, type OrderProgress } from '../order.ts';
import { type Customer, customerOf } from '../testing/customer.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';
import { extract } from './extract.ts';
import { finalise } from './finalise.ts';
import { notify } from './notify.ts';
import type { Plan, PlannedInput } from './plan.ts';
import { retrieve } from './retrieve.ts';
import type { StepInput } from './step.ts';
import { openWorkspace } from './workspace.ts';

const MET = 'sgpmetE13.b1';
const DAYS = 5;
let house: OrderFixture;
let ada: Customer;
let names: string[];
let size: number;
let orderId: number;
/** Each progress that was written, in order. */
let written: OrderProgress[];
let opened: string[];
beforeEach(async () => {
  house = await openOrderFixture();
  ada = await customerOf(house);
  names = await addMetDays(house, MET, DAYS);
  const { size: bytes } = await house.store.db
    .selectFrom('files')
    .select('size')
    .executeTakeFirstOrThrow();
  size = Number(bytes);
  orderId = await ada.place(
    requestOf(
      MET,
      '2019-01-01',
      `2019-01-0${DAYS}`,
      { variables: ['temp_mean'] },
      {
        outputFormat: ['ANDR', 'NCSV'],
      },
    ),
  );
  await rm(join(house.archiveFolder, names[1] ?? ''));
  written = [];
  opened = [];
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 1000; // each look is a second later, so that no progress is too early to be written
    return clock;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await house.close();
});

async function inputOf(more: Partial<Running> = {}, round = 0, change = {}): Promise<StepInput> {
  const order = (await findOrder(house.store.db, orderId)) as Order; // it was placed
  const { archive } = house.worker;
  const running: Running = {
    signal: new AbortController().signal,
    progressed: () => {},
    shouldYield: async () => false,
    ...more,
  };
  return {
    line: {
      ...house.worker,
      archive: {
        ...archive,
        open: async (path: string) => {
          opened.push(path);
          return await archive.open(path);
        },
      },
      ...change,
    },
    order,
    job: { failures: 0, claim: 'worker-1' } as Job, // what steps look at
    round,
    running,
    workspace: openWorkspace(house.home, orderId, round),
  };
}

/** Runs a step until it stops asking for another turn; answers how each turn ended. */
async function turns(act: (input: StepInput) => Promise<object>): Promise<string[]> {
  const ends: string[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const ended = await act(await inputOf({ shouldYield: async () => true }));
    const progress: OrderProgress | undefined = Reflect.get(ended, 'progress');
    if (progress) written.push(progress);
    if (progress)
      await house.store.db
        .updateTable('orders')
        .set({ progress: JSON.stringify(progress) })
        .where('order_id', '=', orderId)
        .execute();
    const end = String(Reflect.get(ended, 'end'));
    ends.push(end);
    if (end !== 'part') break;
  }
  return ends;
}

describe('an order that gives way to others', () => {
  it('an order that gives way to others opens each file once to look at it, and tells how far it is', async () => {
    const ends = await turns(retrieve);
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.at(-1)).toBe('made');
    expect(opened.sort()).toEqual(names);
    for (const { filesDone, filesTotal, bytesTotal, bytesDone } of written) {
      expect([filesTotal, bytesTotal]).toEqual([DAYS, DAYS * size]);
      expect(filesDone).toBeGreaterThan(0);
      expect(bytesDone % size).toBe(0);
    }
    const reason = 'The file is no longer in the archive.';
    expect(written.at(-1)).toMatchObject({
      ...{ filesDone: DAYS, bytesDone: (DAYS - 1) * size, currentFile: null, missingCount: 1 },
      missing: [{ file: names[1], reason }],
    });
    expect(written.map(({ filesDone }) => filesDone)).toEqual(
      written.map(({ filesDone }) => filesDone).sort((a, b) => a - b),
    );
  });

  it('an order that gives way to others makes each output once, counts inputs by output, and removes what was half made', async () => {
    await turns(retrieve);
    written = [];
    opened = [];
    const { workspace } = await inputOf();
    await mkdir(join(workspace.unitFile(0, ''), '..', 'unfinished-0-of-one-that-was-killed'));
    const reported = vi.spyOn(house.store.db, 'updateTable');
    expect(await turns(extract)).toEqual(['part', 'made']);
    expect(reported.mock.calls.length).toBeGreaterThan(4);
    expect(await readdir(join(workspace.folder, 'units'))).toEqual(['0', '1']);
    const all = { filesTotal: 2 * DAYS, bytesTotal: 2 * DAYS * size, currentFile: null };
    expect(written).toMatchObject([
      { ...all, filesDone: DAYS, bytesDone: DAYS * size, missingCount: 1 },
      { ...all, filesDone: 2 * DAYS, bytesDone: 2 * DAYS * size, missingCount: 1 },
    ]);
    expect(written[1]?.missing.map(({ file }) => file)).toEqual([names[1]]);
    const outputs = await Promise.all([0, 1].map((unit) => workspace.readUnit(unit)));
    expect(outputs.map(({ files }) => files.map(({ format }) => format.toLowerCase()))).toEqual([
      Array(DAYS - 1).fill(expect.stringMatching(/netcdf|classic|cdf/)),
      Array(DAYS - 1).fill(expect.stringMatching(/csv/)),
    ]);
  });

  it('an order that gives way to others is reported while one output is made: which file, and what part of the whole', async () => {
    await turns(retrieve);
    const seen: OrderProgress[] = [];
    const input = await inputOf();
    const db = input.line.store.db.withPlugin({
      transformQuery: ({ node }) => {
        for (const text of JSON.stringify(node).matchAll(/"value":("\{.*?\}")[,}]/g))
          seen.push(JSON.parse(JSON.parse(text[1] ?? '')));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await extract({ ...input, line: { ...input.line, store: { ...input.line.store, db } } });
    const done = seen.map(({ filesDone }) => filesDone);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(new Set(done).size).toBeGreaterThan(4);
    expect(done.at(-1)).toBe(2 * DAYS);
    for (const { filesDone, bytesDone, currentFile } of seen) {
      expect(currentFile === null || names.includes(currentFile)).toBe(true);
      expect(Math.abs(bytesDone - filesDone * size)).toBeLessThanOrEqual(size);
    }
    expect(seen.some(({ currentFile }) => currentFile !== null)).toBe(true);
    expect(seen.at(-1)?.currentFile).toBeNull();
  });

  it('an order that gives way to others is uploaded file by file, and files that are in the delivery already are not uploaded again', async () => {
    await turns(retrieve);
    await turns(extract);
    const put: string[] = [];
    let fails = true;
    const blobs = {
      ...house.blobs,
      putFile: async (key: string, path: string) => {
        if (fails && put.length === 3) throw new Error('The disk is full.');
        put.push(key);
        await house.blobs.putFile(key, path);
      },
    };
    await expect(finalise(await inputOf({}, 0, { blobs }))).rejects.toThrow('full');
    expect(await readManifest(house.blobs, orderId)).toBeNull();
    const before = put.length;
    fails = false;
    const ended = await finalise(await inputOf({}, 0, { blobs }));
    expect(new Set(put).size).toBe(2 * (DAYS - 1));
    expect(put.length).toBe(2 * (DAYS - 1));
    expect(before).toBeLessThan(put.length);
    const manifest = await readManifest(house.blobs, orderId);
    expect(manifest?.missing.map(({ file }) => file)).toEqual([names[1]]);
    const data = manifest?.files.filter(({ kind }) => kind === 'data') ?? [];
    const bytes = data.reduce((sum, file) => sum + file.bytes, 0);
    expect(ended).toMatchObject({
      end: 'made',
      progress: {
        ...{ filesDone: data.length, filesTotal: data.length, bytesDone: bytes, bytesTotal: bytes },
        ...{ currentFile: null, missingCount: 1, delivered: { files: data.length, bytes } },
      },
    });
    expect(manifest?.expires).toBe((manifest?.made ?? 0) + house.settings.deliveryDays * 86_400);
    expect(await notify(await inputOf())).toMatchObject({
      end: 'made',
      delivered: { file_count: data.length, bytes, expires_at: manifest?.expires },
    });
  });
});

it('that cannot be taken elsewhere as well tells so beside all that is missing, however much that is', async () => {
  await turns(retrieve);
  await turns(extract);
  await finalise(await inputOf());
  const input = await inputOf();
  const missing = Array.from({ length: MISSING_SHOWN }, (_, n) => ({
    file: `${n}`,
    reason: 'No.',
  }));
  const order: Order = {
    ...input.order,
    request: { ...input.order.request, deliveryBits: 1 + 2 },
    progress: { ...input.order.progress, missing, missingCount: 250 },
  };
  const told = { file: 'Drop Box', reason: expect.stringContaining('Nothing else') };
  expect(await notify({ ...input, order })).toMatchObject({
    end: 'made',
    progress: { missing: [...missing, told], missingCount: 251 },
  });
});

it('an order tells while it is put there which file it is at, and that its worker gets on', async () => {
  const got: Record<string, number> = {};
  const progressed = (step: string) => ({
    progressed: () => {
      got[step] = (got[step] ?? 0) + 1;
    },
  });
  await retrieve(await inputOf(progressed('retrieve')));
  await extract(await inputOf(progressed('extract')));
  const input = await inputOf(progressed('finalise'));
  const seen: OrderProgress[] = [];
  const put = async (key: string, path: string) => {
    const { progress } = (await findOrder(house.store.db, orderId)) as Order;
    seen.push(progress);
    await house.blobs.putFile(key, path);
  };
  const made = 2 * (DAYS - 1);
  await finalise({ ...input, line: { ...input.line, blobs: { ...house.blobs, putFile: put } } });
  const { progress } = (await findOrder(house.store.db, orderId)) as Order;
  expect(progress).toMatchObject({ filesDone: made, filesTotal: made });
  expect(progress.currentFile).toMatch(/custom\.(cdf|csv)$/);
  expect(progress.bytesDone).toBe(progress.bytesTotal);
  expect(seen).toHaveLength(made);
  expect(got).toEqual({ retrieve: DAYS, extract: 2, finalise: made });
});

describe('inputs', () => {
  const stagedOf = async (change: object) => {
    const input = await inputOf({}, 0, change);
    await retrieve(input);
    const names = await readdir(input.workspace.folder);
    const [folder] = names.filter((name) => name.startsWith('inputs-'));
    return folder === undefined ? null : await readdir(join(input.workspace.folder, folder));
  };

  it('on a disk of this machine are read there, without a copy', async () => {
    expect(house.worker.archive.localPath).toBeDefined();
    expect(await stagedOf({})).toBeNull();
  });

  it('inputs that are fetched from afar are fetched once, but for more than a scratch disk is for', async () => {
    const { localPath: _here, ...far } = house.worker.archive;
    const copies = (await stagedOf({ archive: far })) ?? [];
    expect(copies.sort()).toEqual(['0', '2', '3', '4']);
    await house.store.db.updateTable('files').set({ size: 1e9 }).execute();
    orderId = await ada.place(requestOf(MET, '2019-01-01', `2019-01-0${DAYS}`));
    expect(await stagedOf({ archive: far })).toBeNull();
  });

  it('inputs that time out are remembered by their path in the archive', async () => {
    await turns(retrieve);
    const { archive } = house.worker;
    const why = `${join(house.archiveFolder, names[2] ?? '')}: It does not come to an end.`;
    const open = async (path: string) => {
      if (path === names[2]) throw new NetcdfError('endless', why);
      return await archive.open(path);
    };
    await extract(await inputOf({}, 0, { archive: { ...archive, open } }));
    const known = await givenUp(
      house.store.db,
      names.map((name) => name),
    );
    expect([...known.keys()]).toEqual([names[2]]);
    expect(known.get(names[2] ?? '')).toContain('It does not come to an end.');
    expect(known.get(names[2] ?? '')).not.toContain(house.archiveFolder);
  });
});

it('an order is complete by the clock of its worker', async () => {
  await turns(retrieve);
  await turns(extract);
  await finalise(await inputOf());
  const before = Math.floor(Date.now() / 1000);
  const ended = await notify(await inputOf());
  expect(ended.delivered?.completed_at).toBeGreaterThanOrEqual(before);
  expect(ended.delivered?.completed_at).toBeLessThanOrEqual(Date.now() / 1000);
});

describe('an order whose scratch folder is gone', () => {
  it('an order whose scratch folder is gone begins where something is missing, and not before', async () => {
    expect(await extract(await inputOf())).toEqual({ end: 'back', to: 'retrieve' });
    expect(await finalise(await inputOf())).toEqual({ end: 'back', to: 'retrieve' });
    expect(await notify(await inputOf())).toEqual({ end: 'back', to: 'finalise' });
    await turns(retrieve);
    expect(await finalise(await inputOf())).toEqual({ end: 'back', to: 'extract' });
    const { workspace } = await inputOf();
    const journal = join(workspace.folder, 'inputs.jsonl');
    await writeFile(journal, '{"input":0,"bytes":1,"sha256":null,"missing":null}\nhalf a li');
    expect(await extract(await inputOf())).toEqual({ end: 'back', to: 'retrieve' });
    expect(await finalise(await inputOf())).toEqual({ end: 'back', to: 'retrieve' });
  });
});

it('an order waits for an archive that is away, and takes none of its files for gone', async () => {
  const away = async () => {
    throw new Problem('unavailable', 'The archive does not answer.');
  };
  const { archive } = house.worker;
  const input = await inputOf({}, 0, { archive: { ...archive, open: away } });
  await expect(retrieve(input)).rejects.toThrow('does not answer');
  expect([...(await input.workspace.readChecked()).values()]).toEqual([]);
});

it('an order delivers no copy of a file that changed or disappeared after it was checked, and reports it', async () => {
  orderId = await ada.place(requestOf(MET, '2019-01-01', `2019-01-0${DAYS}`));
  expect((await turns(retrieve)).at(-1)).toBe('made');
  const [changed = '', , gone = ''] = names;
  await writeFile(join(house.archiveFolder, changed), 'CDF and as good as nothing');
  await rm(join(house.archiveFolder, gone));
  expect((await turns(extract)).at(-1)).toBe('made');
  const { workspace } = await inputOf();
  const { files, missing, empty } = await workspace.readUnit(0);
  const reason = 'The file was changed or removed in the archive while it was read.';
  expect(missing).toEqual([changed, gone].map((file) => ({ file, reason })));
  expect(files.map(({ name, format, inputs }) => [name, format, inputs])).toEqual(
    [3, 4].map((n) => [names[n], 'as archived', [n]]),
  );
  expect(empty).toEqual([]);
  expect(await readdir(join(workspace.unitFile(0, '')))).not.toContain(changed);
  expect(written.at(-1)).toMatchObject({ missingCount: 3, filesDone: DAYS, filesTotal: DAYS });
});

it('an order stops when it is cancelled, at once', async () => {
  const stopped = { signal: AbortSignal.abort(new Error('cancelled')) };
  await expect(retrieve(await inputOf(stopped))).rejects.toThrow('cancelled');
  await turns(retrieve);
  const input = await inputOf(stopped);
  await expect(extract(input)).rejects.toThrow('cancelled');
  expect(await readdir(join(input.workspace.folder, 'units'))).toEqual([]);
  await turns(extract);
  await expect(finalise(await inputOf(stopped))).rejects.toThrow('cancelled');
});

it('an order names a hundred of the files that are missing at most, and counts all, at each step', async () => {
  await retrieve(await inputOf());
  const { workspace } = await inputOf();
  const plan = (await workspace.readPlan()) as Plan;
  const [file] = plan.inputs as [PlannedInput];
  const gone = Array.from({ length: MISSING_SHOWN }, (_, n) => ({ ...file, path: `gone/${n}` }));
  const inputs = [...plan.inputs, ...gone];
  const units = plan.units.map((unit) => ({ ...unit, inputs: [...inputs.keys()] }));
  await workspace.writePlan({ ...plan, inputs, units });
  for (const act of [retrieve, extract, finalise]) {
    const { end, progress } = await act(await inputOf());
    expect([end, progress?.missingCount]).toEqual(['made', MISSING_SHOWN + 1]);
    expect(progress?.missing).toHaveLength(MISSING_SHOWN);
  }
});
