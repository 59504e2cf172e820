// What can be cited of a class: its sites, facilities and data levels as the archive holds them,
// narrowed down by choices.

import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { codeAndLabel } from '@isobar/contract/citations/calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { datastreamNamed } from '../../core/catalogue/datastream-named.ts';
import { productCodes } from '../../core/catalogue/product-codes.ts';
import { titleAmong } from '../../core/catalogue/titles.ts';
import type { CitedCodes } from '../../core/citation/citation.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { dataDoi } from '../../core/tables/data-doi.ts';
import { siteName } from '../../core/tables/place-names.ts';
import type { Tables } from '../../store/tables.ts';

/** One datastream that the archive has. */
export interface Holding {
  readonly datastream: string;
  readonly productCode: string;
  readonly siteCode: string;
  readonly facilityCode: string;
  readonly dataLevel: string;
  /** How its files call it; empty where its name says it. */
  readonly title: string;
  /** Seconds UTC. */
  readonly start: number;
  readonly end: number;
}

export interface Choice {
  readonly site: string;
  readonly facility: string;
  readonly dataLevel: string;
}

/** What is cited, and what could be chosen instead. */
export interface Found {
  readonly codes: CitedCodes;
  readonly title: string;
  /** Seconds UTC: all that the archive has of it. */
  readonly start: number;
  readonly end: number;
  readonly sites: readonly string[];
  readonly facilities: readonly string[];
  readonly dataLevels: readonly string[];
  readonly chosen: Choice;
}

type Db = Kysely<Tables>;

/**
 * A datastream; `choice` replaces its site, facility or data level. Null: there is no such
 * datastream.
 */
export async function findDatastream(
  db: Db,
  tables: CuratedTables,
  word: string,
  choice: Choice,
): Promise<Found | null> {
  const id = (await datastreamNamed(db, word)) ?? word;
  const own = await holdingOf(db, id);
  const parts = own ?? partsOf(id);
  if (!parts) return null;
  const all = await holdingsOf(db, [parts.productCode]);
  const wanted: Choice = {
    site: choice.site || parts.siteCode,
    facility: choice.facility || (choice.site ? '' : parts.facilityCode),
    dataLevel: choice.dataLevel || (choice.site || choice.facility ? '' : parts.dataLevel),
  };
  const isOwn =
    wanted.site === parts.siteCode &&
    wanted.facility === parts.facilityCode &&
    wanted.dataLevel === parts.dataLevel;
  const held = isOwn ? own : firstOf(all, wanted);
  if (!held) return isOwn ? unheld(tables, id) : null;
  const site = held.siteCode;
  const facility = held.facilityCode;
  const atFacility = all.filter((one) => one.siteCode === site && one.facilityCode === facility);
  return {
    codes: held,
    title: held.title,
    start: held.start,
    end: held.end,
    sites: labelled(all, (one) => [one.siteCode, siteName(tables, one.siteCode)]),
    facilities: labelled(
      all.filter((one) => one.siteCode === site),
      (one) => [one.facilityCode, facilityName(tables, one)],
    ),
    dataLevels: [...new Set(atFacility.map((one) => one.dataLevel))].sort(),
    chosen: { site, facility, dataLevel: held.dataLevel },
  };
}

/**
 * All data of a datastream class or an instrument class that match the choice. Null: there are
 * none.
 */
export async function findClass(
  db: Db,
  tables: CuratedTables,
  id: string,
  choice: Choice,
): Promise<Found | null> {
  const code = id.toLowerCase();
  const own = await holdingsOf(db, [code]);
  const all = own.length > 0 ? own : await holdingsOf(db, await productsOf(db, tables, code));
  const { site, facility, dataLevel } = choice;
  const atSite = site ? all.filter((one) => one.siteCode === site) : all;
  const atFacility = facility ? atSite.filter((one) => one.facilityCode === facility) : atSite;
  const chosen = dataLevel ? atFacility.filter((one) => one.dataLevel === dataLevel) : atFacility;
  if (chosen.length === 0) return null;
  const [only] = chosen;
  return {
    codes: {
      datastream: chosen.length === 1 && only && dataLevel ? only.datastream : '',
      productCode: code,
      siteCode: site,
      facilityCode: facility,
      dataLevel,
    },
    title: titleAmong(chosen),
    start: Math.min(...chosen.map((one) => one.start)),
    end: Math.max(...chosen.map((one) => one.end)),
    sites: labelled(all, (one) => [one.siteCode, siteName(tables, one.siteCode)]),
    facilities: site
      ? labelled(atSite, (one) => [one.facilityCode, facilityName(tables, one)])
      : [],
    dataLevels: [...new Set(atFacility.map((one) => one.dataLevel))].sort(),
    chosen: { site, facility, dataLevel },
  };
}

/**
 * Choices come as codes or as 'code::label'. A facility without its site could belong to any site.
 */
export function choiceOf(query: {
  readonly site?: string | undefined;
  readonly facility?: string | undefined;
  readonly dataLevel?: string | undefined;
}): Choice {
  const code = (text: string | undefined) => codeAndLabel(text?.trim() ?? '').code;
  return {
    site: code(query.site).toLowerCase(),
    facility: code(query.facility).toUpperCase(),
    dataLevel: code(query.dataLevel).toLowerCase(),
  };
}

export function checkChoice(of: 'datastream' | 'inst-class', choice: Choice): void {
  if (of === 'inst-class' && choice.facility && !choice.site)
    throw new Problem(
      'bad-request',
      'query.facility: needs a site, since facilities belong to sites.',
    );
}

const COLUMNS = [
  'datastream',
  'datastream_class',
  'site_code',
  'facility_code',
  'data_level',
  'title',
  'start_s',
  'end_s',
] as const;

async function holdingOf(db: Db, datastream: string): Promise<Holding | null> {
  const row = await db
    .selectFrom('datastreams')
    .select(COLUMNS)
    .where('datastream', '=', datastream)
    .executeTakeFirst();
  return row ? toHolding(row) : null;
}

/** What the archive holds of some products, by site, facility and level. */
async function holdingsOf(db: Db, products: readonly string[]): Promise<readonly Holding[]> {
  if (products.length === 0) return [];
  const rows = await db
    .selectFrom('datastreams')
    .select(COLUMNS)
    .where('datastream_class', 'in', products)
    .orderBy('site_code')
    .orderBy('facility_code')
    .orderBy('data_level')
    .execute();
  return rows.map(toHolding);
}

/** Datastream classes of an instrument class that the archive has. */
async function productsOf(db: Db, tables: CuratedTables, code: string): Promise<string[]> {
  if (!tables.instrumentClass(code)) return [];
  return (await productCodes(db)).filter((product) => tables.instrumentClassOf(product) === code);
}

type Row = { readonly [K in (typeof COLUMNS)[number]]: string | number };
const toHolding = (row: Row): Holding => ({
  datastream: String(row.datastream),
  productCode: String(row.datastream_class),
  siteCode: String(row.site_code),
  facilityCode: String(row.facility_code),
  dataLevel: String(row.data_level),
  title: String(row.title),
  start: Number(row.start_s),
  end: Number(row.end_s),
});

function partsOf(id: string): Omit<Holding, 'title' | 'start' | 'end'> | null {
  const parts = parseDatastream(id);
  return parts && { ...parts, datastream: id, productCode: parts.classCode };
}

/** What fits a choice; of several levels, the last, which is the most refined. */
function firstOf(all: readonly Holding[], { site, facility, dataLevel }: Choice): Holding | null {
  const fitting = all.filter(
    (one) =>
      one.siteCode === site &&
      (!facility || one.facilityCode === facility) &&
      (!dataLevel || one.dataLevel === dataLevel),
  );
  const facilityCode = fitting[0]?.facilityCode;
  return fitting.findLast((one) => one.facilityCode === facilityCode) ?? null;
}

/**
 * A datastream that is not in this archive can still be cited if its class has a DOI and its site
 * is known, because scripts cite what they fetched elsewhere. Its dates have to be given.
 */
function unheld(tables: CuratedTables, id: string): Found | null {
  const parts = partsOf(id);
  if (!parts || !tables.site(parts.siteCode)) return null;
  const instrumentClass = tables.instrumentClassOf(parts.productCode);
  if (!dataDoi(tables, { ...parts, instrumentClass }, undefined)) return null;
  return {
    codes: parts,
    title: '',
    start: Number.NaN,
    end: Number.NaN,
    sites: [],
    facilities: [],
    dataLevels: [],
    chosen: { site: parts.siteCode, facility: parts.facilityCode, dataLevel: parts.dataLevel },
  };
}

/** Each once, as 'code::label', by code. */
function labelled(
  all: readonly Holding[],
  name: (one: Holding) => readonly [string, string],
): readonly string[] {
  const labels = new Map(all.map((one) => name(one)));
  return [...labels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([c, label]) => `${c}::${label}`);
}

const facilityName = (tables: CuratedTables, { siteCode, facilityCode }: Holding): string =>
  tables.facility(siteCode, facilityCode)?.facility_name || facilityCode;
