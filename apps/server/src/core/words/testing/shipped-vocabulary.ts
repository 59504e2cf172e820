// The vocabulary that Isobar ships with.
import { fileURLToPath } from 'node:url';
import { loadTables } from '../../tables/load.ts';
import { type Vocabulary, type VocabularySource, vocabularySteps } from '../vocabulary.ts';
import { vocabularySource } from '../vocabulary-of.ts';

/** @internal */
export async function shippedSource(): Promise<VocabularySource> {
  return vocabularySource(
    await loadTables(fileURLToPath(new URL('../../../../tables', import.meta.url))),
  );
}

/** @internal */
export function vocabularyFrom(source: VocabularySource): Vocabulary {
  const steps = vocabularySteps(source);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
