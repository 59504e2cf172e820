// What the index knows of the inputs of an order, so that a series of them is opened without
// looking at each file first.
import type { SeriesFile } from '@isobar/netcdf';
import { knownFiles } from '../../../core/series/index-manifest.ts';
import { filesOfManifest } from '../../../core/series/open-manifest.ts';
import type { CheckedInput, Plan } from './plan.ts';
import type { StepLine } from './step.ts';

/**
 * Only of files that have the size which the index knows and are read where they are: whether they
 * have its date is seen when they are opened. Files of a distant archive are read from copies,
 * which are looked at.
 */
export async function knownInputs(
  { store, archive }: Pick<StepLine, 'store' | 'archive'>,
  { inputs }: Pick<Plan, 'inputs'>,
  checked: ReadonlyMap<number, CheckedInput>,
  wanted: readonly number[],
): Promise<ReadonlyMap<number, SeriesFile>> {
  const known = new Map<number, SeriesFile>();
  if (!archive.localPath) return known;
  const numbers = new Map(wanted.map((n) => [inputs[n]?.fileName ?? '', n]));
  const [datastream] = wanted.map((n) => inputs[n]?.datastream ?? '');
  if (datastream === undefined) return known;
  const { manifest, times } = await knownFiles(store.db, datastream, [...numbers.keys()]);
  const isSame = ({ name, path, size }: (typeof manifest.files)[number]): boolean => {
    const n = numbers.get(name) ?? -1;
    return inputs[n]?.path === path && checked.get(n)?.bytes === size;
  };
  const files = new Map(filesOfManifest(archive, manifest, times).map((file) => [file.name, file]));
  for (const described of manifest.files) {
    const file = files.get(described.name);
    const n = numbers.get(described.name);
    if (file && n !== undefined && isSame(described)) known.set(n, file);
  }
  return known;
}
