// How a file differs from its former version, from hour facts: the former bytes are gone, so values
// are compared by hours.
import type { VariableDifference, VersionDifference } from '@isobar/contract/calls/verify-calls.ts';
import type { FileVersion } from '@isobar/contract/orders/changes.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { type FactHour, type FormerFacts, readFormerFacts, SpanFacts } from './former-facts.ts';

type Db = Kysely<Tables>;

/**
 * A version that someone has: its checksum, or its size and when it was delivered (seconds UTC).
 */
export interface HadVersion {
  readonly sha256?: string | null | undefined;
  readonly bytes?: number | undefined;
  readonly since?: number | undefined;
}

const FORMER_ROW = [
  ...(['day', 'replaced_at', 'noticed_at', 'size', 'sha256'] as const),
  ...(['start_s', 'end_s', 'facts'] as const),
] as const;

/**
 * `had` empty: the last version before the present. Null: neither the archive nor its memory has a
 * file of that name.
 */
export async function versionDifferenceOf(
  db: Db,
  { datastream, file }: { readonly datastream: string; readonly file: string },
  had: HadVersion = {},
  compare: Compare = compareFacts,
  reader = new SpanFacts(db),
): Promise<VersionDifference | null> {
  const all = await db
    .selectFrom('former_files')
    .select(FORMER_ROW)
    .where('datastream', '=', datastream)
    .where('file_name', '=', file)
    .orderBy('day')
    .execute();
  const present = await db
    .selectFrom('files')
    .select(['file_name', 'size', 'sha256'])
    .where('datastream', '=', datastream)
    .where('file_name', '=', file)
    .executeTakeFirst();
  if (all.length === 0 && !present) return null;
  const former = formerVersion(all, had);
  const version = (row: { size: number; sha256: string | null } | undefined): FileVersion | null =>
    row ? { file, bytes: Number(row.size), sha256: row.sha256 } : null;
  const known = {
    datastream,
    file,
    noticed: (former ?? all.at(-1))?.day ?? null,
    before: version(former),
    now: version(present),
  };
  const without = (reason: string): VersionDifference => ({
    ...known,
    variables: null,
    unchanged: [],
    reason,
  });
  if (all.length === 0) return without('No former version of this file is known here.');
  if (!former)
    return without('The archive kept no facts of that version: it was replaced before they were.');
  if (!present) return without('There is no file of this name any more.');
  if (!former.facts)
    return without('The former bytes are gone, and no facts of their hours were computed in time.');
  const [start, end] = [Number(former.start_s), Number(former.end_s)];
  const facts = await reader.of(datastream, start, end);
  if (!facts)
    return without('Facts of the new version are not computed yet; ask again in some minutes.');
  const { variables, unchanged } = compare(readFormerFacts(former.facts), facts);
  return { ...known, variables, unchanged, reason: '' };
}

type FormerTimes = Pick<
  Selectable<Tables['former_files']>,
  'replaced_at' | 'noticed_at' | 'size' | 'sha256'
>;

/** The row of the version that someone has. `all` by day. Undefined: it is not known. Pure. */
export function formerVersion<R extends FormerTimes>(
  all: readonly R[],
  { sha256, bytes, since }: HadVersion,
): R | undefined {
  if (!sha256 && since === undefined) return all.at(-1);
  const same = sha256 ? all.findLast((row) => row.sha256 === sha256) : undefined;
  if (same || since === undefined) return same;
  // Of the versions of one day only the first is kept: one that was delivered and replaced later on
  // that day is not.
  const isLost = all.some(
    (row) => Number(row.replaced_at) < since && Number(row.noticed_at) >= since,
  );
  const first = all.find((row) => Number(row.replaced_at) >= since);
  const isOther =
    (sha256 && first?.sha256) || (bytes !== undefined && Number(first?.size) !== bytes);
  return isLost || isOther ? undefined : first;
}

export type Compare = typeof compareFacts;

/** Variables that differ, those with the most hours first, and the names of the others. Pure. */
export function compareFacts(
  before: FormerFacts,
  now: FormerFacts,
): { readonly variables: VariableDifference[]; readonly unchanged: string[] } {
  const nowBy = new Map(now.map((one) => [keyOf(one), one]));
  const keys = new Set([...before.map(keyOf), ...nowBy.keys()]);
  const beforeBy = new Map(before.map((one) => [keyOf(one), one]));
  const variables: VariableDifference[] = [];
  const unchanged: string[] = [];
  for (const key of keys) {
    const [old, fresh] = [beforeBy.get(key), nowBy.get(key)];
    const { variable, units } = old ?? fresh ?? { variable: '', units: '' };
    const difference = compareHours(old?.hours ?? [], fresh?.hours ?? []);
    if (difference.hoursDiffering === 0) unchanged.push(variable);
    else variables.push({ variable, units, ...difference });
  }
  variables.sort(
    (a, b) => b.hoursDiffering - a.hoursDiffering || (a.variable < b.variable ? -1 : 1),
  );
  return { variables, unchanged: unchanged.sort() };
}

const keyOf = ({ variable, units }: FormerFacts[number]): string => `${variable}\n${units}`;

const NOTHING = { valid: 0, bad: 0, missing: 0, mean: null, min: null, max: null } as const;

function compareHours(
  before: readonly FactHour[],
  now: readonly FactHour[],
): Omit<VariableDifference, 'variable' | 'units'> {
  const nowAt = new Map(now.map((one) => [one.at, one]));
  const beforeAt = new Map(before.map((one) => [one.at, one]));
  // A variable that one version does not have counts as without values there.
  const hours =
    before.length > 0 && now.length > 0
      ? [...beforeAt.keys()].filter((at) => nowAt.has(at))
      : [...new Set([...beforeAt.keys(), ...nowAt.keys()])];
  let [hoursDiffering, valuesBefore, valuesNow, atLeast, atMost] = [0, 0, 0, 0, 0];
  let largestMeanChange: number | null = null;
  let largestChange: number | null = null;
  for (const at of hours) {
    const old = beforeAt.get(at) ?? NOTHING;
    const fresh = nowAt.get(at) ?? NOTHING;
    valuesBefore += old.valid;
    valuesNow += fresh.valid;
    if (isSame(old, fresh)) continue;
    hoursDiffering++;
    atLeast += Math.max(1, Math.abs(old.valid - fresh.valid));
    atMost += Math.max(old.valid, fresh.valid);
    largestMeanChange = larger(largestMeanChange, old.mean, fresh.mean);
    largestChange = larger(larger(largestChange, old.min, fresh.min), old.max, fresh.max);
  }
  return {
    ...{ hours: hours.length, hoursDiffering, valuesBefore, valuesNow },
    ...{ atLeast, atMost: Math.max(atLeast, atMost), largestMeanChange, largestChange },
  };
}

type Facts = Omit<FactHour, 'at'>;

const isSame = (a: Facts, b: Facts): boolean =>
  (['valid', 'bad', 'missing', 'min', 'max'] as const).every((name) => a[name] === b[name]) &&
  isSameMean(a.mean, b.mean);

/**
 * Means of the same samples differ in their last bit where a former version of this program
 * computed one of them.
 */
const isSameMean = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= Math.abs(a) * 2e-7);

const larger = (known: number | null, a: number | null, b: number | null): number | null => {
  if (a === null || b === null) return known;
  return Math.max(known ?? 0, Math.abs(a - b));
};
