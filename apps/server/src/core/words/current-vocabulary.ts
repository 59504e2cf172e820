// The archive's words, kept for the server: the vocabulary of the tables as last indexed, and texts
// understood before.
import { setImmediate } from 'node:timers/promises';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { LRUCache } from 'lru-cache';
import type { SearchReader } from '../../ports/search-index.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { understandText } from './understand-text.ts';
import { type Vocabulary, vocabularySteps } from './vocabulary.ts';
import { vocabularySource } from './vocabulary-of.ts';

export interface WordsInput {
  readonly index: Pick<SearchReader, 'search' | 'version'>;
  readonly tables: () => Promise<CuratedTables>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Absent: use is never weighed. */
  readonly use?: {
    /** Whether it is weighed now. */
    readonly on: () => Promise<boolean>;
    /** The most used data products: code and weight up to 1. */
    readonly weights: () => Promise<Understood['used']>;
  };
}

export interface Words {
  understand(text: string): Promise<Understood>;
  vocabulary(): Promise<Vocabulary>;
  /** Changes with everything that an answer depends on. */
  version(): string;
}

const MOST_KEPT = 2000;
/** Milliseconds of work before yielding to the event loop. */
const TURN_MS = 8;

export function openWords({ index, tables, now, use }: WordsInput): Words {
  const kept = new LRUCache<string, Promise<Understood>>({ max: MOST_KEPT, ttl: KEPT_MS });
  let made: { readonly version: string; readonly vocabulary: Promise<Vocabulary> } | undefined;
  const day = () => new Date(now()).toISOString().slice(0, 10);
  const version = () => `${index.version('metadata') ?? ''} ${day()}`;
  const vocabulary = async (): Promise<Vocabulary> => {
    const state = index.version('metadata') ?? '';
    if (made?.version !== state) made = { version: state, vocabulary: build(tables) };
    try {
      return await made.vocabulary;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
  const fresh = async (text: string, weighed: boolean): Promise<Understood> => {
    const input = { text, vocabulary: await vocabulary(), index, today: day() };
    const weighing = weighed ? use?.weights() : undefined;
    const [understood, weights] = await Promise.all([understandText(input), weighing]);
    return weights && weights.length > 0 ? { ...understood, used: weights } : understood;
  };
  return {
    vocabulary,
    version,
    understand: async (text) => {
      const weighed = (await use?.on()) ?? false;
      const key = `${version()} ${weighed}\n${text}`;
      const before = kept.get(key);
      if (before) return await before;
      const answer = fresh(text, weighed);
      kept.set(key, answer);
      answer.catch(() => kept.delete(key));
      return await answer;
    },
  };
}

const KEPT_MS = 600_000;

async function build(tables: () => Promise<CuratedTables>): Promise<Vocabulary> {
  const steps = vocabularySteps(vocabularySource(await tables()));
  for (let turn = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
}
