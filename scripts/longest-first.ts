// Starts the longest test files first, so that a run does not end waiting for one of them with the
// other cores idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By the ends of their paths, as they took in a run of everything on an idle machine. */
export const LONGEST_UNITS = [
  'testing/worker-beside',
  'testing/hour-facts',
  'server/src/cli',
  'orders/killed',
  'testing/right-values',
  'search-embedded/search-embedded',
  'testing/nothing-lost',
  'roles/affected-orders',
  'testing/full-disk',
  'testing/backup',
  'orders/soak',
  'testing/deliveries-s3',
  'orders/flagged',
  'adapters/drop-box-dropbox',
  'adapters/blobs-s3',
  'grid/grid-oracle',
  'grid/grid-act',
  'testing/several-processes',
  'testing/look',
  'testing/switches',
  'job/real-jobs',
].map((name) => `${name}.test.ts`);

export const LONGEST_FLOWS = [
  'arrays-safe',
  'screens',
  'description-tools',
  'location-drawing',
  'main-thread',
  'arrays-unusual',
  'described',
  'code',
  'look',
  'data-search-states',
  'location-search',
  'survives',
  'operate',
  'pages',
  'plot-values',
  'affected',
  'main-flow',
  'arrays',
  'orders',
  'newcomer',
  'data-search',
  'words',
  'web-hooks',
  'python-client',
  'accounts',
  'trust',
  'search-clients',
  'words-copied',
  'attack',
  'quicklooks',
].map((name) => `${name}.spec.ts`);

/**
 * A sequencer that starts the files whose paths end in one of `names` first, in that order. A fresh
 * clone knows no durations.
 */
export const longestFirst = (names: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return inOrder(names, await super.sort(files));
    }
  };

/** @internal */
export function inOrder<T extends { readonly moduleId: string }>(
  names: readonly string[],
  files: readonly T[],
): T[] {
  const place = ({ moduleId }: T): number => {
    const found = names.findIndex((name) => moduleId.endsWith(`/${name}`));
    return found < 0 ? names.length : found;
  };
  return files.toSorted((a, b) => place(a) - place(b));
}
