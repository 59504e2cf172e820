// Which datastreams were made of which others, as the headers of their files say: read when the
// catalogue changed, not too often.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { parseHeader } from '../catalogue/header.ts';

/** The datastreams whose files say that they were made of this one, by name. */
export type MadeOf = (datastream: string) => Promise<readonly string[]>;

/** Headers that are looked through in one statement. */
const STREAMS_AT_ONCE = 100;
/**
 * If more datastreams than this were made from one, none is listed: an input of everything says
 * nothing about any of them.
 */
const MOST_MADE = 200;
const DATASTREAM = /\b[a-z]{3}[a-z0-9]+[A-Z]\d{1,3}\.[a-z0-9]{2}\b/g;

/** What a header names as its inputs. */
export const inputsOf = (
  attributes: Readonly<Record<string, string>>,
  own: string,
): readonly string[] => [
  ...new Set(
    (
      `${attributes.input_datastreams ?? ''} ${attributes.input_source ?? ''}`.match(DATASTREAM) ??
      []
    ).filter((name) => name !== own),
  ),
];

/**
 * Files may come every minute, but what is made from what changes seldom: it is read again no
 * sooner than this.
 */
const KEPT_MS = 600_000;

/**
 * `state`: the catalogue's present state. After a change of state, what was read before is still
 * used for up to KEPT_MS.
 */
export function openMadeOf(
  db: Kysely<Tables>,
  now: () => number = () => performance.now(),
): (state: string) => MadeOf {
  let known:
    | { readonly state: string; readonly until: number; readonly made: Promise<Made> }
    | undefined;
  return (state) => async (datastream) => {
    if (!known || (known.state !== state && now() >= known.until)) {
      const made = readMade(db);
      const mine = { state, until: now() + KEPT_MS, made };
      known = mine;
      made.catch(() => {
        if (known === mine) known = undefined;
      });
    }
    return [...((await known.made).get(datastream) ?? [])].sort();
  };
}

type Made = ReadonlyMap<string, ReadonlySet<string>>;

async function readMade(db: Kysely<Tables>): Promise<Made> {
  const made = new Map<string, Set<string>>();
  const names = await db
    .selectFrom('datastreams')
    .select('datastream')
    .orderBy('datastream')
    .execute();
  for (let at = 0; at < names.length; at += STREAMS_AT_ONCE) {
    const rows = await db
      .selectFrom('designs')
      .select(['datastream', 'header'])
      .where('datastream', '>=', names[at]?.datastream ?? '')
      .where('datastream', '<=', names[at + STREAMS_AT_ONCE - 1]?.datastream ?? '\u{10ffff}')
      .where('header', 'like', '%"input_datastreams"%')
      .execute();
    for (const row of rows)
      for (const input of inputsOf(parseHeader(row.header).attributes, row.datastream)) {
        const all = made.get(input) ?? new Set();
        if (all.size < MOST_MADE) made.set(input, all.add(row.datastream));
      }
    await nextTurn();
  }
  return made;
}
