// Files of a series as a manifest describes them: opened only if they are still those.
import { type SeriesFile, shapeFrom, shapeOfParts, spreadTimes, unpackTimes } from '@isobar/netcdf';
import type { ArchiveStore } from '../../ports/archive.ts';
import { openExact } from './exact-file.ts';
import type { Manifest } from './manifest.ts';

/**
 * `times`: packed times of files whose rows are not evenly spaced, by index, as far as they are
 * known; others are read.
 */
export function filesOfManifest(
  archive: ArchiveStore,
  manifest: Manifest,
  times: ReadonlyMap<number, Uint8Array>,
): SeriesFile[] {
  const commons = manifest.commons.map(shapeFrom);
  const shapes = manifest.shapes.map(({ common, digests }) => {
    const shared = commons[common];
    return shared && shapeOfParts(shared, digests);
  });
  // by the harvest
  const constants = manifest.constants.map((text): Record<string, string> => JSON.parse(text));
  return manifest.files.flatMap((file, index): SeriesFile[] => {
    const shape = shapes[file.shape];
    if (!shape) return [];
    const { name, rows, first, last, unordered, step } = file;
    const known = async (): Promise<Float64Array | undefined> => {
      if (step !== null) return spreadTimes({ first, step }, rows);
      const own = times.get(index);
      return own && (await unpackTimes(own, rows));
    };
    return [
      {
        ...{ name, rows, first, last, unordered, shape },
        constants: constants[file.constants] ?? {},
        open: (variables) => openExact(archive, file, variables),
        times: known,
      },
    ];
  });
}
