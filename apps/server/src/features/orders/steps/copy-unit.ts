// Copies files as they are, with their checksums compared to what was found when they were retrieved.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import type { ByteSource } from '@isobar/netcdf';
import { type Measured, openMeter } from './measure.ts';
import type { MadeFile, UnitResult } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

const BLOCK = 4 << 20;

export async function copyUnit(input: UnitInput): Promise<UnitResult> {
  const { open: openInput, signal, plan, unit, inputs, checked, folder, onProgress } = input;
  const files: MadeFile[] = [];
  const missing: { file: string; reason: string }[] = [];
  for (const [done, n] of inputs.entries()) {
    const { fileName } = plan.inputs[n]!;
    onProgress(done, inputs.length, fileName);
    const source = await openInput(n).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not-found') return null;
      throw error;
    });
    const measured = source && (await copy(source, join(folder, fileName), signal));
    if (!measured || measured.sha256 !== checked.get(n)?.sha256) {
      const reason = 'The file was changed or removed in the archive while it was read.';
      missing.push({ file: fileName, reason });
      await rm(join(folder, fileName), { force: true });
      continue;
    }
    files.push({
      name: `${unit.folder}${fileName}`,
      file: fileName,
      ...measured,
      format: 'as archived',
      inputs: [n],
      firstTime: null,
      lastTime: null,
      records: null,
      masked: {},
      notes: [],
    });
  }
  return { files, missing, empty: [] };
}

async function copy(source: ByteSource, target: string, signal: AbortSignal): Promise<Measured> {
  const meter = openMeter();
  const handle = await open(target, 'w');
  try {
    for (let offset = 0; offset < source.size; offset += BLOCK) {
      signal.throwIfAborted();
      const block = await source.read(offset, BLOCK);
      meter.add(block);
      await handle.writeFile(block);
    }
    await handle.sync();
  } finally {
    await handle.close();
    await source.close();
  }
  return meter.end();
}
