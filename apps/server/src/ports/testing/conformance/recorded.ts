// What a real cluster answered, as e2e/cluster/record.ts wrote it down.
import { readFileSync } from 'node:fs';
import type { PortalCase } from './cases-portal.ts';
import type { Told } from './told.ts';

/** Answers to CASES by name. */
export const EXPECTED: ReadonlyMap<string, Told> = new Map(
  lines<{ name: string; answer: Told }>('expected.jsonl').map(({ name, answer }) => [name, answer]),
);

/** Calls of the portal as they were planned when they were recorded, each with its answer. */
export const EXPECTED_OF_PORTAL = lines<PortalCase & { answer: Told }>('expected-portal.jsonl');

/** Answers to HIT_FIELDS by their bodies. */
export const EXPECTED_FIELDS: ReadonlyMap<string, Told> = new Map(
  lines<{ name: string; answer: Told }>('expected-fields.jsonl').map(({ name, answer }) => [
    name,
    answer,
  ]),
);

function lines<T>(file: string): T[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T); // written by the recorder
}
