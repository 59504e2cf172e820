// npm run bench days: searches for days over hour facts of five datastreams and 7,300 days each,
// beside the same questions put to SQLite over a plain table of hours, in the same run. The goal is
// p95 < 200 ms; the answers have to be the same.
import { eventSearch } from '@isobar/contract/calls/facts.ts';
import Database from 'better-sqlite3';
import { emptyHours, encodeHours } from '../apps/server/src/core/facts/hour-columns.ts';
import { FactReader } from '../apps/server/src/core/facts/read-facts.ts';
import { YearDays, yearStart } from '../apps/server/src/core/facts/year-days.ts';
import { answerSearch, type KnownLife } from '../apps/server/src/features/facts/search.ts';
import {
  type TemporaryStore,
  temporaryStore,
} from '../apps/server/src/store/testing/temporary-store.ts';

const DATASTREAMS = ['sgponeE1.b1', 'sgptwoE2.b1', 'sgpthreeE3.b1', 'sgpfourE4.b1', 'sgpfiveE5.b1'];
const FIRST_YEAR = 2000;
const YEARS = 20;
const QUESTIONS = Number(process.env.ISOBAR_BENCH_QUESTIONS ?? 200);
const GOAL_MS = 200;
const UNITS = 'degC';

export async function run(): Promise<void> {
  const store = await temporaryStore();
  const plain = new Database(':memory:');
  try {
    await fill(store, plain);
    const reader = new FactReader(store.db);
    const lives = DATASTREAMS.map(
      (datastream): KnownLife => ({
        ...{ datastream, offset: -6, start: yearStart(FIRST_YEAR) },
        end: yearStart(FIRST_YEAR + YEARS) - 1,
      }),
    );
    const [own, peer]: [number[], number[]] = [[], []];
    let different = 0;
    for (let n = 0; n < QUESTIONS; n++) {
      const question = questionOf(n);
      const used = lives.filter(({ datastream }) =>
        question.clauses.some((clause) => clause.datastream === datastream),
      );
      const job = { search: question, lives: used, limits: {} };
      let began = performance.now();
      const reply = await answerSearch({ db: store.db, reader }, job);
      own.push(performance.now() - began);
      began = performance.now();
      const days = daysBySql(plain, question);
      peer.push(performance.now() - began);
      if (days.join() !== reply.days.join()) different++;
    }
    console.log(`${QUESTIONS} questions over ${DATASTREAMS.length} x ${YEARS} years of hours`);
    console.log(`hour facts: ${toldMs(own)}`);
    console.log(`SQLite over a plain table of hours: ${toldMs(peer)}`);
    console.log(`median ${(at(peer, 0.5) / at(own, 0.5)).toFixed(1)} times as fast as SQLite`);
    claim(different === 0, `all answers are the same (${different} differ)`);
    claim(at(own, 0.95) < GOAL_MS, `p95 below ${GOAL_MS} ms`);
  } finally {
    plain.close();
    await store.close();
  }
}

/**
 * Values of an hour: a course of the day and of the year, and noise that is the same in each run.
 */
function valueAt(stream: number, hour: number): number {
  const noise = Math.sin(hour * 12.9898 + stream * 78.233) * 43_758.5453;
  const random = noise - Math.floor(noise);
  const course =
    Math.sin((hour / 24) * 2 * Math.PI) * 5 + Math.sin((hour / 8766) * 2 * Math.PI) * 12;
  return Math.fround(Math.round((10 + course + stream + random * 4) * 100) / 100);
}

const isThere = (stream: number, hour: number): boolean => (hour * 7 + stream * 13) % 97 !== 0;

async function fill({ db }: TemporaryStore, plain: Database.Database): Promise<void> {
  plain.exec(
    'create table hours (stream text, hour integer, mean real, primary key (stream, hour)) without rowid',
  );
  const add = plain.prepare('insert into hours values (?, ?, ?)');
  for (const [stream, datastream] of DATASTREAMS.entries())
    for (let year = FIRST_YEAR; year < FIRST_YEAR + YEARS; year++) {
      const hours = emptyHours();
      const first = yearStart(year) / 3600;
      const count = (yearStart(year + 1) - yearStart(year)) / 3600;
      plain.exec('begin');
      for (let at = 0; at < count; at++) {
        if (!isThere(stream, first + at)) continue;
        const value = valueAt(stream, first + at);
        hours.valid[at] = 60;
        hours.mean[at] = value;
        hours.min[at] = value - 1;
        hours.max[at] = value + 1;
        add.run(datastream, first + at, value);
      }
      plain.exec('commit');
      const key = { datastream, year };
      await db
        .insertInto('hour_facts')
        .values({
          ...key,
          variable: 'temp',
          units: UNITS,
          dimensions: 1,
          block: encodeHours(hours),
        })
        .execute();
      const none = new YearDays().text;
      const state = {
        due: none,
        taken: none,
        leased_until_ms: 0,
        wanted_ms: 0,
        wanted: none,
        version: 1,
      };
      await db
        .insertInto('fact_years')
        .values({ ...key, ...state })
        .execute();
    }
}

/** One to five conditions, one to twelve hours in a row. */
function questionOf(n: number) {
  const count = 1 + (n % 5);
  return eventSearch.parse({
    clauses: DATASTREAMS.slice(0, count).map((datastream, at) => ({
      ...{ datastream, variable: 'temp', statistic: 'mean' },
      comparison: (n + at) % 3 === 0 ? '<' : '>',
      value: (n + at) % 3 === 0 ? 18 + (n % 7) : 4 + ((n * 3) % 11),
    })),
    hours: 1 + (n % 12),
  });
}

/**
 * Gaps and islands: hours in which all conditions hold, numbered, and grouped where the numbers run
 * along.
 */
function daysBySql(plain: Database.Database, { clauses, hours }: ReturnType<typeof questionOf>) {
  const joins = clauses.map(
    (_, n) => `join hours h${n} on h${n}.hour = a.hour and h${n}.stream = @s${n}`,
  );
  const holds = clauses.map(({ comparison }, n) => `h${n}.mean ${comparison} @v${n}`);
  const values = Object.fromEntries(
    clauses.flatMap(({ datastream, value }, n) => [
      [`s${n}`, datastream],
      [`v${n}`, value],
    ]),
  );
  const rows = plain
    .prepare<Record<string, string | number>, { first: number; last: number }>(
      `with held as (select a.hour from hours a ${joins.join(' ')} where a.stream = @s0 and ${holds.join(' and ')}),
       runs as (select hour, hour - row_number() over (order by hour) as run from held)
       select min(hour) as first, max(hour) as last from runs group by run having count(*) >= @hours`,
    )
    .all({ ...values, hours });
  const days = new Set<number>();
  for (const { first, last } of rows)
    for (let day = Math.floor(first / 24); day <= Math.floor(last / 24); day++) days.add(day);
  return [...days]
    .sort((a, b) => a - b)
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
}

const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;

const toldMs = (list: readonly number[]): string =>
  `median ${at(list, 0.5).toFixed(0)} ms, p95 ${at(list, 0.95).toFixed(0)} ms, most ${Math.max(...list).toFixed(0)} ms`;

function claim(holds: boolean, what: string): void {
  if (holds) return;
  console.error(`not so: ${what}`);
  process.exitCode = 1;
}
