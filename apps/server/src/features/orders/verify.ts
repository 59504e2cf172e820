// Verifies a delivery: its files against its recipe, its inputs against the archive, and all of it
// made once more.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Problem } from '@isobar/contract/problem.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { openWorkFolder } from '../../platform/pool/work-folder.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { blobKey } from './delivery/manifest.ts';
import { type Recipe, readRecipe } from './documents/recipe.ts';
import { checkInput } from './steps/check-input.ts';
import { gather } from './steps/gather.ts';
import { makeUnit } from './steps/make-unit.ts';
import { openMeter } from './steps/measure.ts';
import { isPassing } from './steps/passing.ts';
import { type CheckedInput, inputOf, type UnitResult } from './steps/plan.ts';

export interface Verification {
  readonly files: number;
  /** One sentence each; empty: the same order makes the same bytes. */
  readonly differences: readonly string[];
}

export interface Verify {
  readonly archive: ArchiveStore;
  readonly blobs: Blobs;
  readonly signal?: AbortSignal;
  /**
   * Where files in the making go, swept after a kill (platform/pool/work-folder.ts); absent: the
   * system's temporary folder.
   */
  readonly folder?: string;
}

/** Throws 'not-found' when there is no delivery, or its recipe was tampered with. */
export async function verifyOrder(verify: Verify, orderId: number): Promise<Verification> {
  const key = blobKey(orderId, 'recipe.json');
  if (!(await verify.blobs.stat(key)))
    throw new Problem('not-found', `There is no delivery of order ${orderId}.`);
  const recipe = readRecipe(await text(await verify.blobs.read(key)));
  const signal = verify.signal ?? new AbortController().signal;
  const delivered = await deliveredDifferences(verify.blobs, recipe);
  const made = await remakeDifferences(verify.archive, recipe, signal, verify.folder);
  return { files: recipe.outputs.length, differences: [...delivered, ...made] };
}

/**
 * Makes everything in a recipe again from the archive as it is now; one sentence for each
 * difference, none if all bytes match. Throws what passes by itself, such as 'unavailable' when the
 * archive is away.
 */
export async function remakeDifferences(
  archive: ArchiveStore,
  recipe: Recipe,
  signal: AbortSignal,
  parent = join(tmpdir(), 'isobar-verify'),
): Promise<readonly string[]> {
  const { checked, differences } = await inputDifferences(archive, recipe, signal);
  const work = await openWorkFolder(parent);
  try {
    const made = await madeDifferences({ archive, recipe, checked, signal, folder: work.path });
    return [...differences, ...made];
  } finally {
    await work.close();
  }
}

interface Remaking {
  readonly archive: ArchiveStore;
  readonly recipe: Recipe;
  readonly checked: ReadonlyMap<number, CheckedInput>;
  readonly signal: AbortSignal;
  readonly folder: string;
}

async function deliveredDifferences(blobs: Blobs, recipe: Recipe): Promise<string[]> {
  const differences: string[] = [];
  for (const output of recipe.outputs) {
    const key = blobKey(recipe.orderId, output.name);
    if (!(await blobs.stat(key))) {
      differences.push(`${output.name} is not in the delivery any more.`);
      continue;
    }
    const meter = openMeter();
    for await (const block of await blobs.read(key)) meter.add(block);
    if (meter.end().sha256 !== output.sha256)
      differences.push(`${output.name} was changed since it was delivered.`);
  }
  return differences;
}

async function inputDifferences(archive: ArchiveStore, recipe: Recipe, signal: AbortSignal) {
  const used = new Map(recipe.inputs.map((input) => [input.path, input]));
  const checked = new Map<number, CheckedInput>();
  const differences: string[] = [];
  for (const [n, { path, fileName }] of recipe.plan.inputs.entries()) {
    const then = used.get(path);
    if (!then) {
      checked.set(n, { input: n, bytes: 0, sha256: null, missing: 'missing then' });
      continue;
    }
    const now = await checkInput(archive, path, n, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (isPassing(error)) throw error; // an archive that does not answer has lost no file
      return null;
    });
    if (!now) differences.push(`${fileName} is no longer in the archive.`);
    else if (now.sha256 !== then.sha256)
      differences.push(`${fileName} was changed in the archive.`);
    checked.set(n, now ?? { input: n, bytes: 0, sha256: null, missing: 'missing now' });
  }
  return { checked, differences };
}

async function madeDifferences({
  archive,
  recipe,
  checked,
  signal,
  folder: parent,
}: Remaking): Promise<string[]> {
  const { plan, orderId, orderDate, software } = recipe;
  const results: UnitResult[] = [];
  for (const unit of plan.units) {
    const folder = await mkdtemp(join(parent, 'unit-'));
    try {
      const result = await makeUnit({
        open: (n) => archive.open(inputOf(plan, n).path),
        signal,
        orderId,
        orderDate: parseInstant(orderDate) ?? 0,
        version: software.version,
        failures: Number.POSITIVE_INFINITY,
        plan,
        unit,
        inputs: unit.inputs.filter((n) => checked.get(n)?.missing === null),
        checked,
        folder,
        onProgress: () => {},
      });
      results.push(result);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const made = new Map(gather(plan, results, checked).files.map((file) => [file.name, file]));
  const differences: string[] = [];
  for (const output of recipe.outputs) {
    const again = made.get(output.name);
    made.delete(output.name);
    if (!again) differences.push(`${output.name} was not made again.`);
    else if (again.sha256 !== output.sha256)
      differences.push(`${output.name} was made again with other bytes.`);
  }
  for (const name of made.keys()) differences.push(`${name} was made now, but not then.`);
  return differences;
}
