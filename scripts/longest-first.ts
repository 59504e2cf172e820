// Starts the longest test files first, so that a run does not end waiting for one of them with the other cores idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By the ends of their paths, as they took in a run of everything on an idle machine. */
export const LONGEST_UNITS = [
  'testing/worker-beside',
  'orders/killed',
  'orders/soak',
  'testing/backup',
  'testing/full-disk',
  'roles/affected-orders',
  'search-engine/src/search',
  'testing/right-values',
  'testing/several-processes',
  'adapters/drop-box-dropbox',
  'web-hook/web-hook',
  'search-embedded/search-embedded',
  'accounts/sign-up',
  'orders/verify-real-files',
  'job/real-jobs',
  'scripts/recipes',
  'jobs/queue',
  'steps/parquet',
].map((name) => `${name}.test.ts`);

export const LONGEST_FLOWS = [
  'screens',
  'description-tools',
  'main-thread',
  'screens-narrow',
  'code',
  'pages',
  'location-drawing',
  'described',
  'arrays-safe',
  'look',
  'survives',
  'data-search-states',
  'orders',
  'affected',
  'main-flow',
  'arrays',
  'newcomer',
  'location-search',
  'web-hooks',
  'operate',
  'arrays-unusual',
  'python-client',
  'words-copied',
  'data-search',
  'plot-values',
  'search-clients',
  'accounts',
  'quicklooks',
  'words',
  'attack',
].map((name) => `${name}.spec.ts`);

/** A sequencer that starts the files whose paths end in one of `names` first, in that order. A fresh clone knows no durations. */
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
