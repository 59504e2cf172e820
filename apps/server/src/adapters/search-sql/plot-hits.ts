// The plots of a set in an order, as many as are requested: whole values of the sort keys are
// passed over without listing their plots.

import type { Hit } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { type SourceCut, sourceCut } from '@isobar/search-engine/language/source-filter.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import {
  countsOf,
  narrowing,
  type PlotField,
  type PlotSet,
  plotDocument,
  type Steps,
  textOfDay,
} from './plot-set.ts';
import { PLOT_INDEX, type QuicklookDocument } from './quicklook.ts';
import { unsupported } from './refusals.ts';

const NAMES = ['url', 'dated', 'vn', 'ds', 'month'] as const;
type Name = (typeof NAMES)[number];

/** The field of a name in a request, with or without `.keyword`. Throws SearchRefused. */
export function nameOf(field: string): Name {
  const name = NAMES.find((one) => one === field.replace(/\.keyword$/, ''));
  if (!name) throw unsupported(`no mapping found for [${field}]`);
  return name;
}

interface Level {
  readonly field: PlotField;
  readonly down: boolean;
  /** What values are compared as. */
  readonly text: (value: string) => string;
  /** Plots come after this value; undefined: there is no such bound. */
  readonly after: string | undefined;
}
type Asked = Pick<SearchBody, 'from' | 'size' | 'sort' | 'search_after' | 'collapse' | '_source'>;

/** Throws SearchRefused. */
export async function hitsOf(set: PlotSet, asked: Asked, steps: Steps): Promise<Hit[]> {
  const keys = keysOf(asked.sort);
  const { from = 0, size = 10, collapse } = asked;
  const cut = sourceCut(asked._source);
  const shown = (one: QuicklookDocument) => hitOf(one, cut, keys, collapse?.field);
  const levels = levelsOf(keys, asked.search_after);
  if (size === 0) return [];
  const found = collapse
    ? (await firstOfEach(set, levels, nameOf(collapse.field), steps)).slice(from, from + size)
    : await page(set, levels, from, size, steps);
  const hits: Hit[] = [];
  for (const one of found) {
    hits.push(shown(one));
    await breathe();
  }
  return hits;
}

type Key = { readonly name: Name; readonly down: boolean };

function keysOf(sort: SearchBody['sort']): readonly Key[] {
  return [sort ?? []].flat().map((key) => {
    if (typeof key === 'string') return { name: nameOf(key), down: false };
    const [[field, given] = ['', 'asc']] = Object.entries(key);
    const order = typeof given === 'string' ? given : given.order;
    return { name: nameOf(field), down: order?.toLowerCase() === 'desc' };
  });
}

const itself = (value: string): string => value;
/** Parts of an address end with a slash, which decides where one name begins with another. */
const inAddress = (value: string): string => `${encodeURIComponent(value)}/`;
const ADDRESS = /\/plots\/([^/]+)\/([^/]+)\/(\d{8})\.svg$/;

/** By day and address where the keys leave plots equal. */
function levelsOf(keys: readonly Key[], after: SearchBody['search_after']): readonly Level[] {
  if (after && after.length !== keys.length)
    throw unsupported('search_after has one value for each key of sort');
  const level = ({ name, down }: Key, value: unknown): Level[] => {
    const text = value === undefined ? undefined : String(value);
    if (name !== 'url') return [{ field: name, down, text: itself, after: text }];
    const parts = text === undefined ? [] : ADDRESS.exec(text)?.slice(1).map(decoded);
    if (!parts) throw unsupported('search_after: the address of a plot is expected for url');
    return [
      { field: 'ds', down, text: inAddress, after: parts[0] },
      { field: 'vn', down, text: inAddress, after: parts[1] },
      { field: 'dated', down, text: itself, after: parts[2] },
    ];
  };
  const asked = keys.flatMap((key, i) => level(key, after?.[i]));
  const rest = (['dated', 'url'] as const).flatMap((name) =>
    level({ name, down: false }, undefined),
  );
  return [...asked, ...rest];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function page(
  set: PlotSet,
  levels: readonly Level[],
  from: number,
  size: number,
  steps: Steps,
): Promise<QuicklookDocument[]> {
  const found: QuicklookDocument[] = [];
  let skip = from;
  const isBounded = levels.some(({ after }) => after !== undefined);

  /** `bounded`: everything so far equals the values of search_after. */
  async function walk(part: PlotSet, depth: number, bounded: boolean): Promise<void> {
    const level = levels[depth];
    if (bounded && level?.after === undefined) return; // equal in every key: it does not come after
    if (!level) return take(part);
    const { field, down, text, after } = level;
    const counts = [...(await countsOf(part, field, steps))].map(
      ([value, count]) => ({ value, count, as: text(value) }) as const,
    );
    counts.sort((a, b) => (a.as < b.as === down ? 1 : -1));
    const narrowed = narrowing(part, field, steps);
    const bound = bounded && after !== undefined ? text(after) : null;
    for (const { value, count, as } of counts) {
      if (found.length >= size) return;
      if (bound !== null && as !== bound && as < bound === !down) continue;
      const isBound = as === bound;
      if (!isBound && skip >= count) {
        skip -= count;
        continue;
      }
      await walk(await narrowed(value), depth + 1, isBound);
    }
  }

  function take(part: PlotSet): void {
    for (const { ds, variables, days } of part)
      for (const vn of variables)
        for (const [day] of days) {
          if (skip > 0) skip--;
          else if (found.length < size) found.push(plotDocument(ds, vn, textOfDay(day)));
        }
  }

  await walk(set, 0, isBounded);
  return found;
}

/** The first plot of each value of a field, in the order of the levels. */
async function firstOfEach(
  set: PlotSet,
  levels: readonly Level[],
  by: Name,
  steps: Steps,
): Promise<QuicklookDocument[]> {
  if (by === 'url') return await page(set, levels, 0, MOST_COLLAPSED, steps);
  const narrowed = narrowing(set, by, steps);
  const firsts: QuicklookDocument[] = [];
  for (const value of (await countsOf(set, by, steps)).keys()) {
    firsts.push(...(await page(await narrowed(value), levels, 0, 1, steps)));
  }
  return firsts.sort((a, b) => {
    for (const { field, down, text } of levels)
      if (a[field] !== b[field]) return text(a[field]) < text(b[field]) === down ? 1 : -1;
    return 0;
  });
}

/** Each plot has an address of its own, and no page reaches further. */
const MOST_COLLAPSED = 10_000;

/** `by`: the field that the reply is collapsed on, if any. */
function hitOf(
  document: QuicklookDocument,
  cut: SourceCut,
  keys: readonly Key[],
  by: string | undefined,
): Hit {
  const { id, ...plot } = document;
  return {
    _index: PLOT_INDEX,
    _id: id,
    _score: null,
    ...(cut === false ? {} : { _source: cut === null ? plot : { ...cut.of(plot, () => {}) } }),
    ...(keys.length > 0 ? { sort: keys.map(({ name }) => document[name]) } : {}),
    ...(by === undefined ? {} : { fields: { [by]: [document[nameOf(by)]] } }),
  };
}
