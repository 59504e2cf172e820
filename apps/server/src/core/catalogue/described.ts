// One datastream with everything that its documents are made of: the file index's facts and its headers.
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { type Header, type HeaderVariable, parseHeader } from './header.ts';

/** A span without data between two files, seconds UTC. */
export interface Gap {
  readonly start: number;
  readonly end: number;
}

export interface DescribedDatastream {
  readonly row: Selectable<Tables['datastreams']>;
  /** Variables over all designs; of two with one name the later design counts. */
  readonly variables: readonly HeaderVariable[];
  /** Global attributes of the latest design; null: no file has a readable header. */
  readonly header: Header | null;
  /** Absences of more than 24 hours, as whole days would show them (specification part 3 section 9). */
  readonly gaps: readonly Gap[];
  readonly scanNames: readonly string[];
}

/** Absences up to this long are not told. */
const TOLD_GAP_SECONDS = 86_400;

/** Reads one datastream after the other, in the order of their names. */
export async function* describedDatastreams(
  db: Kysely<Tables>,
): AsyncGenerator<DescribedDatastream> {
  const rows = await db.selectFrom('datastreams').selectAll().orderBy('datastream').execute();
  for (const row of rows) yield await describe(db, row);
}

async function describe(
  db: Kysely<Tables>,
  row: Selectable<Tables['datastreams']>,
): Promise<DescribedDatastream> {
  const designs = await db
    .selectFrom('designs')
    .select('header')
    .where('datastream', '=', row.datastream)
    .orderBy('design')
    .execute();
  const headers = designs.map((design) => parseHeader(design.header));
  const variables = new Map(headers.flatMap((h) => h.variables.map((v) => [v.name, v] as const)));
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
    variables: [...variables.values()],
    header: headers.at(-1) ?? null,
    gaps: await gapsOf(db, row.datastream),
    scanNames: scans.flatMap((scan) => scan.scan_name ?? []),
  };
}

async function gapsOf(db: Kysely<Tables>, datastream: string): Promise<readonly Gap[]> {
  const spans = await db
    .selectFrom('files')
    .select(['start_s', 'end_s'])
    .where('datastream', '=', datastream)
    .orderBy('start_s')
    .execute();
  const gaps: Gap[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const { start_s, end_s } of spans) {
    if (start_s - reached > TOLD_GAP_SECONDS) gaps.push({ start: reached, end: start_s });
    reached = Math.max(end_s, Number.isFinite(reached) ? reached : end_s);
  }
  return gaps;
}
