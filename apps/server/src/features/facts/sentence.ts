// A typed sentence as a search for days: its limits are read by the contract, its places, times and
// things measured by the words of the archive.
import type { Candidate, Sentence } from '@isobar/contract/calls/facts.ts';
import { EMPTY_SEARCH, type Search, setData, setText } from '@isobar/contract/search/filter.ts';
import { withMeaning } from '@isobar/contract/search/meaning.ts';
import { searchQuery } from '@isobar/contract/search/plan-clauses.ts';
import type { Understood, UnderstoodFilter } from '@isobar/contract/words/understood.ts';
import type { Kysely } from 'kysely';
import type { SearchReader } from '../../ports/search-index.ts';
import type { Tables } from '../../store/tables.ts';
import { readSentence, type TypedCondition } from './read-sentence.ts';
import { listedVariables } from './variable-hours.ts';

export interface SentenceInput {
  readonly db: Kysely<Tables>;
  readonly index: Pick<SearchReader, 'search'>;
  readonly understand: (text: string) => Promise<Understood>;
}

/** Conditions of one sentence, documents looked at for each, and what is offered of them. */
const MOST_CONDITIONS = 6;
const MOST_HITS = 24;
const MOST_OFFERED = 8;

export async function understandSentence(input: SentenceInput, text: string): Promise<Sentence> {
  const whole = await input.understand(text);
  const [places, times] = [of(whole, 'place'), of(whole, 'time')];
  const typed = readSentence(without(text, [...places, ...times]));
  const conditions: Sentence['conditions'] = [];
  const unread: string[] = [];
  for (const condition of typed.conditions.slice(0, MOST_CONDITIONS)) {
    const candidates = await candidatesOf(input, condition, places);
    if (candidates.length === 0 && condition.comparison === null) unread.push(condition.typed);
    else conditions.push(conditionOf(condition, candidates));
  }
  unread.push(...typed.conditions.slice(MOST_CONDITIONS).map((one) => one.typed));
  const [start, end] = datesOf(times);
  return {
    conditions,
    hours: typed.hours,
    months: typed.months ? [...typed.months] : null,
    hoursOfDay: typed.hoursOfDay,
    ...{ start, end, unread },
    places: places.map((place) => ({ typed: place.typed, meaning: place.meaning })),
  };
}

const of = ({ filters }: Understood, kind: UnderstoodFilter['kind']): readonly UnderstoodFilter[] =>
  filters.filter((one) => one.kind === kind);

function without(text: string, filters: readonly UnderstoodFilter[]): string {
  let rest = text;
  for (const { typed } of filters) {
    const at = rest.toLowerCase().indexOf(typed.toLowerCase());
    if (at >= 0) rest = `${rest.slice(0, at)} ${rest.slice(at + typed.length)}`;
  }
  return rest;
}

/** 'YYYY-MM-DD' of the first and last day that times name. */
function datesOf(times: readonly UnderstoodFilter[]): readonly [string | null, string | null] {
  const found = times.flatMap(({ values }) => values);
  const first = (name: string): string | null =>
    found.find(([field]) => field === name)?.[1][0] ?? null;
  return [first('start_date'), first('end_date')];
}

const conditionOf = (
  { typed, statistic, comparison, value, upTo, unit, assumed }: TypedCondition,
  candidates: readonly Candidate[],
): Sentence['conditions'][number] => ({
  ...{ typed, statistic, comparison, value, upTo, unit, assumed },
  candidates: [...candidates],
});

/** Variables that have hour facts, or will, best first. */
async function candidatesOf(
  { db, index, understand }: SentenceInput,
  { subject }: TypedCondition,
  places: readonly UnderstoodFilter[],
): Promise<readonly Candidate[]> {
  const understood = await understand(subject);
  const typed: Search = setData(setText(EMPTY_SEARCH, subject), 'all');
  const meant = withMeaning(typed, { ...understood, filters: [...understood.filters, ...places] });
  const reply = await index.search('metadata', {
    query: searchQuery(meant, { recommended: false }),
    size: MOST_HITS,
    track_total_hits: false,
    _source: ['datastream', 'var_name', 'var_name_desc'],
  });
  const found = new Map<string, Candidate>();
  const known = new Map<string, Awaited<ReturnType<typeof listedVariables>>>();
  for (const { _source } of reply.hits.hits) {
    if (found.size >= MOST_OFFERED) break;
    const [datastream, variable] = [textIn(_source, 'datastream'), textIn(_source, 'var_name')];
    if (datastream === '' || variable === '' || found.has(`${datastream} ${variable}`)) continue;
    const list = known.get(datastream) ?? (await listedVariables(db, datastream));
    known.set(datastream, list);
    const here = list.find((one) => one.variable === variable);
    if (!here) continue;
    const { longName, units } = here;
    found.set(`${datastream} ${variable}`, {
      datastream,
      variable,
      longName: longName || textIn(_source, 'var_name_desc'),
      units,
    });
  }
  return [...found.values()];
}

function textIn(source: unknown, name: string): string {
  if (typeof source !== 'object' || source === null || !(name in source)) return '';
  const value = Reflect.get(source, name);
  return typeof value === 'string' ? value : '';
}
