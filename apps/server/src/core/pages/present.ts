// Everything that has a page to find now, with a fingerprint of the content of its page and
// records, so that `lastmod` and the datestamps of harvesters follow papers, documents,
// contributors and reports as well as files. Instruments, places and measurements that the tables
// know and of which the archive has no data are not announced: their pages state that, where a link
// leads to one.
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writtenSecond } from '@isobar/contract/quality/affected.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { ReportRow } from '../quality/spans.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { papersOf } from './parts.ts';
import type { Kind } from './thing.ts';

export interface Present {
  readonly kind: Kind;
  readonly id: string;
  readonly told: string;
  /**
   * Fingerprint of the reports on the thing, kept apart because reports are not always known;
   * empty: its page shows none.
   */
  readonly reports: string;
}

/**
 * What the datastreams of one product, place or instrument are together, for the short form of its
 * page.
 */
interface Held {
  start: number;
  end: number;
  files: number;
  bytes: number;
  streams: number;
  reports: string;
}

/** In no particular order; a code that a table has twice comes twice. */
export async function* present(db: Kysely<Tables>, tables: CuratedTables): AsyncGenerator<Present> {
  const about = aboutProducts(tables);
  const known: Known = { held: new Map(), products: new Set(), places: new Set() };
  // first, because the others show totals over datastreams
  yield* datastreams(db, tables, about, known);
  yield* productsAndInstruments(tables, about, known);
  await nextTurn();
  yield* sitesAndFacilities(tables, known);
  await nextTurn();
  yield* measurements(tables, known);
  await nextTurn();
  yield* campaigns(tables, known);
  yield* citedOrders(db);
  await nextTurn();
  yield* reports(tables);
}

/** What was learned from the datastreams. */
interface Known {
  /** What is held of each thing, keyed by kind and id with a space between. */
  readonly held: Map<string, Held>;
  readonly products: Set<string>;
  /** Sites, and facilities as SITE.FACILITY. */
  readonly places: Set<string>;
}

async function* datastreams(
  db: Kysely<Tables>,
  tables: CuratedTables,
  about: About,
  { held, products, places }: Known,
): AsyncGenerator<Present> {
  const reportsOn = Map.groupBy(tables.rows['quality-reports.csv'], (row) => row.datastream);
  for (let after = ''; ; ) {
    const streams = await db
      .selectFrom('datastreams')
      .selectAll()
      .where('datastream', '>', after)
      .orderBy('datastream')
      .limit(1000)
      .execute();
    for (const [n, row] of streams.entries()) {
      if (n % 250 === 249) await nextTurn();
      const { datastream, datastream_class: product, site_code: site } = row;
      const place = `${site}.${row.facility_code}`;
      const onIt = reportsOn.get(datastream);
      const reports = onIt ? digest(onIt.map(asWritten)) : '';
      const [start, end] = [Number(row.start_s), Number(row.end_s)];
      const sums = {
        ...{ start, end, files: Number(row.file_count), bytes: Number(row.bytes) },
        ...(row.undated ? { undated: true } : {}),
      };
      yield {
        kind: 'datastream',
        id: datastream,
        told: digest([
          sums,
          about(product),
          tables.site(site),
          tables.facility(site, row.facility_code),
          tables.dataLevel(row.data_level),
        ]),
        reports,
      };
      products.add(product);
      places.add(site).add(place);
      for (const key of [
        `product ${product}`,
        `instrument ${instrumentOf(tables, product)}`,
        `site ${site}`,
        `facility ${place}`,
      ])
        held.set(key, together(held.get(key), sums, reports));
    }
    const last = streams.at(-1)?.datastream;
    if (last === undefined) break;
    after = last;
    await nextTurn();
  }
}

const instrumentOf = (tables: CuratedTables, product: string): string =>
  tables.instrumentClassOf(product) ?? product;

/** A thing whose fingerprint also covers the totals of its datastreams. */
function whole({ held }: Known, kind: Kind, id: string, parts: readonly unknown[]): Present {
  const own = held.get(`${kind} ${id}`);
  if (!own) return { kind, id, told: digest(parts), reports: '' };
  const { reports, ...sums } = own;
  return { kind, id, told: digest([...parts, sums]), reports };
}

function* productsAndInstruments(
  tables: CuratedTables,
  about: About,
  known: Known,
): Generator<Present> {
  for (const id of known.products) yield whole(known, 'product', id, [about(id)]);
  const classes = new Set([...known.products].map((product) => instrumentOf(tables, product)));
  for (const id of classes) yield whole(known, 'instrument', id, [about.instrument(id)]);
}

function* sitesAndFacilities(tables: CuratedTables, known: Known): Generator<Present> {
  const { rows } = tables;
  const places = [...known.places];
  const facilitiesOf = Map.groupBy(rows['facilities.csv'], (row) => row.site_code);
  for (const id of places.filter((place) => !place.includes('.')))
    yield whole(known, 'site', id, [tables.site(id), facilitiesOf.get(id)]);
  for (const id of places.filter((place) => place.includes('.'))) {
    const at = id.indexOf('.');
    const site = id.slice(0, at);
    yield whole(known, 'facility', id, [
      tables.site(site),
      tables.facility(site, id.slice(at + 1)),
    ]);
  }
}

function* measurements(tables: CuratedTables, { held }: Known): Generator<Present> {
  const { rows } = tables;
  const measuredBy = Map.groupBy(
    rows['instrument-measurements.csv'],
    (row) => row.primary_meas_type_code,
  );
  for (const row of rows['measurements.csv']) {
    const measured = measuredBy.get(row.primary_meas_type_code) ?? [];
    const by = [...new Set(measured.map((one) => one.instrument_class_code))];
    if (!by.some((code) => held.has(`instrument ${code}`))) continue;
    const sums = by.map((code) => ({ ...held.get(`instrument ${code}`), reports: undefined }));
    const told = digest([row, measured, sums, by.map((code) => tables.instrumentClass(code))]);
    yield { kind: 'measurement', id: row.primary_meas_type_code, told, reports: '' };
  }
}

function* campaigns(tables: CuratedTables, { held }: Known): Generator<Present> {
  const { rows } = tables;
  const noted = Map.groupBy(rows['datastream-notes.csv'], (note) => note.iop_short_name);
  for (const row of rows['campaigns.csv']) {
    const { iop_short_name: id, site_code: site } = row;
    const atSite = held.get(`site ${site}`);
    const notes = noted.get(id) ?? [];
    // The campaign's data are covered by the dates and reports of its whole site, which change at
    // least as often.
    const streams = notes.length > 0 && atSite ? { ...atSite, reports: undefined } : null;
    const told = digest([row, notes, tables.site(site), streams]);
    yield { kind: 'campaign', id, told, reports: streams ? (atSite?.reports ?? '') : '' };
  }
}

async function* citedOrders(db: Kysely<Tables>): AsyncGenerator<Present> {
  const orders = await db
    .selectFrom('cited_orders')
    .leftJoin('order_remakes', 'order_remakes.order_id', 'cited_orders.order_id')
    .leftJoin('order_changes', 'order_changes.order_id', 'cited_orders.order_id')
    .select(['cited_orders.order_id', 'doi', 'state', 'done_at', 'revision'])
    .execute();
  for (const { order_id, ...order } of orders)
    yield { kind: 'order', id: String(order_id), told: digest(order), reports: '' };
}

async function* reports({ rows }: CuratedTables): AsyncGenerator<Present> {
  const later = new Map<string, string[]>();
  for (const row of rows['quality-reports.csv'])
    for (const id of row.supersedes) later.set(id, [...(later.get(id) ?? []), row.dqr_id]);
  let read = 0;
  for (const [id, spans] of Map.groupBy(rows['quality-reports.csv'], (row) => row.dqr_id)) {
    yield { kind: 'report', id, told: digest([spans.map(asWritten), later.get(id)]), reports: '' };
    if (++read % 500 === 0) await nextTurn();
  }
}

function together(
  known: Held | undefined,
  sums: Pick<Held, 'start' | 'end' | 'files' | 'bytes'>,
  reports: string,
): Held {
  const held = known ?? { ...sums, files: 0, bytes: 0, streams: 0, reports: '' };
  held.start = Math.min(held.start, sums.start);
  held.end = Math.max(held.end, sums.end);
  held.files += sums.files;
  held.bytes += sums.bytes;
  held.streams += 1;
  if (reports !== '') held.reports = digest([held.reports, reports]);
  return held;
}

type About = ReturnType<typeof aboutProducts>;

/**
 * What the tables say of a product, or of an instrument class, in short; looked up once for each.
 */
function aboutProducts(tables: CuratedTables) {
  const { rows } = tables;
  const documents = Map.groupBy(
    rows['documents.csv'],
    (row) => row.datastream_class || ` ${row.instrument_class_code}`,
  );
  const instrument = memo((id) => {
    const row = tables.instrumentClass(id);
    const measured = tables.measurementsOf(id);
    return digest([
      row,
      row?.instrument_category_codes.map((code) => tables.instrumentCategoryName(code)),
      measured,
      measured.map((one) => tables.measurement(one.primary_meas_type_code)),
      tables.peopleOf('', id),
      papersOf(tables, ({ classes }) => classes.includes(id)),
      documents.get(` ${id}`),
    ]);
  });
  const product = memo((id) => {
    const about = tables.instrumentClassOf(id);
    return digest([
      tables.datastreamClass(id),
      instrument(about ?? id),
      tables.doiOf(id, about ?? id),
      tables.peopleOf(id, about),
      papersOf(tables, ({ products }) => products.includes(id)),
      documents.get(id),
    ]);
  });
  return Object.assign(product, { instrument });
}

function memo(make: (id: string) => string): (id: string) => string {
  const made = new Map<string, string>();
  return (id) => {
    const text = made.get(id) ?? make(id);
    made.set(id, text);
    return text;
  };
}

/**
 * Times as text, so that a report keeps its digest where only the program's representation of it
 * has changed.
 */
const asWritten = (row: ReportRow) => ({
  ...row,
  start_time: writtenSecond(row.start_time),
  end_time: writtenSecond(row.end_time),
});

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
