// How often what is recommended is what a user takes next: hit rate at 5 against popularity, on
// simulated users.

import { readFile } from 'node:fs/promises';
import {
  type History,
  historyOf,
  type Ranked,
  rowOf,
  type Use,
} from '../apps/server/src/features/recommend/history.ts';
import { methodsOf } from '../apps/server/src/features/recommend/recommend.ts';
import { randomNumbers } from './search-catalogue.ts';

const PEOPLE = 3000;
const MOST = 5;
const SEED = 20_261_122;

/**
 * Simulates users who order data of the demo's instruments. Each has one or two interests
 * (instrument categories) and orders mostly from those, well-known instruments more often; the rest
 * is what everybody orders. Then one instrument of each person is hidden, and a method scores a hit
 * if it recommends that instrument.
 */
export async function run(): Promise<void> {
  const random = randomNumbers(SEED);
  const instruments = await instrumentsOfFacts();
  const people = Array.from({ length: PEOPLE }, () => person(instruments, random));
  const hidden = people.map((use) => [...use.keys()].at(-1)!);
  const known = people.map((use, n) => new Map([...use].filter(([code]) => code !== hidden[n])));
  const history = historyOf(known);
  const began = performance.now();
  const methods = methodsOf(history);
  const ranks: readonly (readonly [string, (use: Use) => readonly string[]])[] = [
    ['popularity', popularity(history)],
    ...methods.map(([kind, rank]) => [kind, codesOf(history, rank)] as const),
  ];
  const rates = ranks.map(([name, rank]) => {
    const hits = known.filter((use, n) => rank(use).includes(hidden[n]!)).length;
    return { name, rate: hits / PEOPLE };
  });
  const seconds = (performance.now() - began) / 1000;
  const base = rates[0]?.rate ?? 0;
  console.log(
    `${PEOPLE} simulated people, ${history.codes.length} instruments, one of each hidden`,
  );
  for (const { name, rate } of rates)
    console.log(
      `  ${name.padEnd(16)} hit rate at ${MOST}: ${rate.toFixed(3)}  ${(rate / base).toFixed(2)} x popularity`,
    );
  console.log(`  all of it in ${seconds.toFixed(1)} s`);
}

/** Instrument category -> classes, as the facts of the demo have them. */
async function instrumentsOfFacts(): Promise<readonly (readonly string[])[]> {
  const file = new URL('../apps/server/tables/instrument-classes.csv', import.meta.url);
  const lines = (await readFile(file, 'utf8')).split('\n').slice(1);
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const [code = '', , categories = ''] = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const category = categories.split(';')[0] ?? '';
    if (code && category) groups.set(category, [...(groups.get(category) ?? []), code]);
  }
  return [...groups.values()].filter((codes) => codes.length >= 8);
}

function person(groups: readonly (readonly string[])[], random: () => number): Use {
  const interests = Array.from(
    { length: 1 + Math.floor(random() * 2) },
    () => groups[Math.floor(random() * groups.length)]!,
  );
  const wanted = 4 + Math.floor(random() * 8);
  const use = new Map<string, number>();
  for (let tries = 0; use.size < wanted && tries < 200; tries++) {
    const anything = random() < 0.2;
    const from = anything
      ? groups[Math.floor(random() * groups.length)]!
      : interests[Math.floor(random() * interests.length)]!;
    // The first in a list are the best known.
    const code = from[Math.floor(random() ** 2.5 * from.length)]!;
    use.set(code, (use.get(code) ?? 0) + 1);
  }
  return use;
}

function popularity({ codes, users }: History) {
  const order = codes
    .map((code, column) => ({ code, users: users[column]! }))
    .sort((a, b) => b.users - a.users);
  return (use: Use): readonly string[] =>
    order
      .filter(({ code }) => !use.has(code))
      .slice(0, MOST)
      .map(({ code }) => code);
}

const codesOf =
  (history: History, rank: (row: ReadonlyMap<number, number>) => readonly Ranked[]) =>
  (use: Use): readonly string[] =>
    rank(rowOf(history, use)).map(({ column }) => history.codes[column]!);
