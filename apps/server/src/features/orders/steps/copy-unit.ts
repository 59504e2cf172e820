// Copies files as they are, comparing their checksums with what was found when they were retrieved.
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import {
  type ByteSource,
  blocksOf,
  countTimes,
  findTimeAxis,
  openDataset,
  readTimes,
  timesInWords,
} from '@isobar/netcdf';
import { safeName } from '../../../core/catalogue/safe-name.ts';
import { flushFile } from '../../../platform/files/disk.ts';
import { atOnce } from './at-once.ts';
import { type Measured, openMeter } from './measure.ts';
import { inputOf, type MadeFile, type UnitResult } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

/** Small files are mostly waiting for the disk. */
const COPIES_AT_ONCE = 4;

export async function copyUnit(input: UnitInput): Promise<UnitResult> {
  const { open: openInput, signal, plan, unit, inputs, checked, folder, onProgress } = input;
  const made: (MadeFile | undefined)[] = [];
  let done = 0;
  await atOnce(COPIES_AT_ONCE, inputs.entries(), async ([place, n]) => {
    const { fileName } = inputOf(plan, n);
    const source = await openInput(n).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not-found') return null;
      throw error;
    });
    const measured = source && (await copy(source, join(folder, fileName), signal));
    done += 1;
    onProgress(done, inputs.length, fileName);
    if (!measured || measured.sha256 !== checked.get(n)?.sha256) {
      await rm(join(folder, fileName), { force: true });
      return;
    }
    const notes = await timeNotes(join(folder, fileName), fileName);
    made[place] = {
      name: `${unit.folder}${safeName(fileName)}`,
      file: fileName,
      ...measured,
      format: 'as archived',
      inputs: [n],
      firstTime: null,
      lastTime: null,
      records: null,
      masked: {},
      present: {},
      marks: {},
      kept: {},
      notes,
    };
  });
  return {
    files: made.flatMap((file) => file ?? []),
    missing: inputs.flatMap((n, place) =>
      made[place] ? [] : [{ file: inputOf(plan, n).fileName, reason: CHANGED }],
    ),
    empty: [],
  };
}

/** Larger files are not read a second time for this. */
const LARGEST_READ_AGAIN = 1e9;

/**
 * What a reader of the copy should know about its times; nothing if it is not NetCDF with times.
 */
async function timeNotes(path: string, name: string): Promise<string[]> {
  try {
    if ((await stat(path)).size > LARGEST_READ_AGAIN) return [];
    const dataset = await openDataset(path);
    try {
      const found = timesInWords(countTimes(await readTimes(dataset, await findTimeAxis(dataset))));
      return found === undefined ? [] : [`${name}: ${found}`];
    } finally {
      await dataset.close();
    }
  } catch {
    return []; // raw data, images, files without times: they are copied as they are
  }
}

export const CHANGED = 'The file was changed or removed in the archive while it was read.';

async function copy(source: ByteSource, target: string, signal: AbortSignal): Promise<Measured> {
  const meter = openMeter();
  const handle = await open(target, 'w').catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  try {
    for await (const block of blocksOf(source)) {
      signal.throwIfAborted();
      meter.add(block);
      await handle.writeFile(block);
    }
  } finally {
    await handle.close();
    await source.close();
  }
  await flushFile(target);
  return meter.end();
}
