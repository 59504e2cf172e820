// Starts the longest test files first, so that a run does not end waiting for one of them with the other cores idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By the ends of their paths, as they took in a run of everything on an idle machine. */
export const LONGEST_UNITS = [
  'testing/right-values',
  'testing/worker-beside',
  'search-engine/src/search',
  'job/real-jobs',
  'jobs/queue',
  'scripts/recipes',
  'testing/full-disk',
  'testing/backup',
  'orders/killed',
  'orders/soak',
  'adapters/drop-box-dropbox',
  'testing/several-processes',
  'web-hook/web-hook',
  'search-embedded/search-embedded',
  'accounts/sign-up',
  'orders/verify-real-files',
  'steps/parquet',
].map((name) => `${name}.test.ts`);

export const LONGEST_FLOWS = [
  'survives',
  'data-search-states',
  'grown',
  'screens',
  'screens-narrow',
  'pages',
  'location-drawing',
  'code',
  'operate',
  'main-flow',
  'location-search',
  'visitor',
  'ui-page',
  'web-hooks',
  'words',
  'data-search',
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
