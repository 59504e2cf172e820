// One datastream with everything that its documents are made of: the file index's facts and its
// headers.
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { dimensionsOf, headersOf, variablesOf } from './designs.ts';
import type { Header, HeaderVariable } from './header.ts';

/** A span without data between two files, seconds UTC. */
export interface Gap {
  readonly start: number;
  readonly end: number;
}

export interface DescribedDatastream {
  readonly row: Selectable<Tables['datastreams']>;
  /**
   * Variables over all designs; where two have the same name, the one of the later design counts.
   */
  readonly variables: readonly HeaderVariable[];
  /** Dimensions over all designs, one of a name for each. */
  readonly dimensions: Header['dimensions'];
  /** Global attributes of the latest design; null: no file has a readable header. */
  readonly header: Header | null;
  /**
   * Absences of more than 24 hours, as whole days would show them (specification part 3 section 9).
   */
  readonly gaps: readonly Gap[];
  readonly scanNames: readonly string[];
}

/** Absences up to this long are not reported. */
const TOLD_GAP_SECONDS = 86_400;

/** All levels of one data product at one facility. */
export type DescribedProduct = readonly DescribedDatastream[];

/** What tells products at facilities apart. */
export type ProductKey = Pick<
  Selectable<Tables['datastreams']>,
  'site_code' | 'facility_code' | 'datastream_class'
>;

/**
 * Reads one product at one facility after the other, so that few headers are in memory; `only`:
 * these alone. Sites come in the order of `sites`, longest records first: among equally good
 * datastreams, the first is the one that search results show.
 */
export async function* describedProducts(
  db: Kysely<Tables>,
  sites: readonly string[],
  only?: readonly ProductKey[],
): AsyncGenerator<DescribedProduct> {
  const keys = only ?? (await productKeys(db, sites));
  for (const key of keys) {
    const rows = await db
      .selectFrom('datastreams')
      .selectAll()
      .where('site_code', '=', key.site_code)
      .where('facility_code', '=', key.facility_code)
      .where('datastream_class', '=', key.datastream_class)
      .orderBy('datastream')
      .execute();
    const described: DescribedDatastream[] = [];
    for (const row of rows) described.push(await describe(db, row));
    yield described;
    await setImmediate();
  }
}

async function productKeys(db: Kysely<Tables>, sites: readonly string[]): Promise<ProductKey[]> {
  const keys = await db
    .selectFrom('datastreams')
    .select((e) => [
      'site_code',
      'datastream_class',
      'facility_code',
      e.fn.min<number>('start_s').as('start'),
      e.fn.max<number>('end_s').as('end'),
    ])
    .groupBy(['site_code', 'datastream_class', 'facility_code'])
    .orderBy('datastream_class')
    .orderBy('facility_code')
    .execute();
  const ranks = new Map(sites.map((site, rank) => [site, rank]));
  const rank = (key: ProductKey) => ranks.get(key.site_code) ?? sites.length;
  return keys.sort((a, b) => rank(a) - rank(b) || b.end - b.start - (a.end - a.start));
}

async function describe(
  db: Kysely<Tables>,
  row: Selectable<Tables['datastreams']>,
): Promise<DescribedDatastream> {
  const designs = await headersOf(db, row.datastream);
  const latest = await latestDesign(db, row.datastream);
  const headers = designs
    .toSorted((a, b) => Number(a.design === latest) - Number(b.design === latest))
    .map(({ header }) => header);
  const scans = await db
    .selectFrom('files')
    .select('scan_name')
    .distinct()
    .where('datastream', '=', row.datastream)
    .where('scan_name', 'is not', null)
    .orderBy('scan_name')
    .execute();
  return {
    row,
    variables: variablesOf(headers),
    dimensions: dimensionsOf(headers),
    header: headers.at(-1) ?? null,
    gaps: row.undated ? [] : await gapsOf(db, row.datastream),
    scanNames: scans.flatMap((scan) => scan.scan_name ?? []),
  };
}

/** The design of the newest file that has one. */
async function latestDesign(db: Kysely<Tables>, datastream: string): Promise<string | null> {
  const row = await db
    .selectFrom('files')
    .select('design')
    .where('datastream', '=', datastream)
    .where('design', 'is not', null)
    .orderBy('start_s', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.design ?? null;
}

/** Files that are looked at in one statement. */
const PAGE = 20_000;

async function gapsOf(db: Kysely<Tables>, datastream: string): Promise<readonly Gap[]> {
  const gaps: Gap[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (let from = Number.MIN_SAFE_INTEGER; ; ) {
    const spans = await db
      .selectFrom('files')
      .select(['start_s', 'end_s'])
      .where('datastream', '=', datastream)
      .where('start_s', '>=', from)
      .orderBy('start_s')
      .limit(PAGE)
      .execute();
    for (const { start_s, end_s } of spans) {
      if (start_s - reached > TOLD_GAP_SECONDS) gaps.push({ start: reached, end: start_s });
      reached = Math.max(end_s, Number.isFinite(reached) ? reached : end_s);
    }
    const last = spans.at(-1)?.start_s;
    if (last === undefined || spans.length < PAGE) return gaps;
    // files of the same second are met twice, which does no harm
    from = last === from ? last + 1 : last;
    await setImmediate();
  }
}
