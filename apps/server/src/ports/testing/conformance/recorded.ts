// What a real cluster answered, as e2e/cluster/record.ts wrote it down.
import { readFileSync } from 'node:fs';
import type { PortalCase } from './cases-portal.ts';
import type { ComparedAnswer } from './compared-answer.ts';

/** Answers to CASES by name. */
export const EXPECTED: ReadonlyMap<string, ComparedAnswer> = new Map(
  lines<{ name: string; answer: ComparedAnswer }>('expected.jsonl').map(({ name, answer }) => [
    name,
    answer,
  ]),
);

/** Calls of the portal as they were planned when they were recorded, each with its answer. */
export const EXPECTED_OF_PORTAL = lines<PortalCase & { answer: ComparedAnswer }>(
  'expected-portal.jsonl',
);

/** Answers to HIT_FIELDS by their bodies. */
export const EXPECTED_FIELDS: ReadonlyMap<string, ComparedAnswer> = new Map(
  lines<{ name: string; answer: ComparedAnswer }>('expected-fields.jsonl').map(
    ({ name, answer }) => [name, answer],
  ),
);

function lines<T>(file: string): T[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T); // written by the recorder
}
