// Documents of the small indexes, from the curated tables alone.
import type {
  CampaignCardDocument,
  EpochDocument,
  HandbookDocument,
  ScanNameDocument,
} from '@isobar/contract/catalogue/small-documents.ts';
import { DAY_SECONDS, parseInstant } from '@isobar/contract/time.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';

export const epochDocuments = (tables: CuratedTables): readonly EpochDocument[] =>
  tables.rows['epochs.csv'].map((row) => ({
    id: row.epoch_code,
    epoch_code: row.epoch_code,
    epoch_name: row.epoch_name || row.epoch_code,
    epoch_desc: row.about,
    epoch_times: JSON.stringify(row.dates),
    site_codes: row.site_codes,
  }));

export const scanNameDocuments = (tables: CuratedTables): readonly ScanNameDocument[] =>
  tables.rows['scan-names.csv'].map((row) => ({
    id: row.scan_name,
    scan_name: row.scan_name,
    scan_desc: row.scan_desc || row.scan_name,
    instrument_class_codes: row.instrument_class_codes,
  }));

/** One document for each address and kind, however many rows name it. */
export function handbookDocuments(tables: CuratedTables): readonly HandbookDocument[] {
  const rows = tables.rows['documents.csv'];
  const byAddress = Map.groupBy(rows, ({ kind, url }) => `${kind} ${url}`);
  return [...byAddress].flatMap(([id, about]) => {
    const [first] = about;
    if (!first) return [];
    const codes = distinct(about.map((row) => row.instrument_class_code));
    return {
      id,
      kind: first.kind,
      title: first.title,
      url: first.url,
      instrument_class_code: codes,
      instrument_class_name: distinct(
        codes.map((code) => tables.instrumentClass(code)?.instrument_class_name ?? ''),
      ),
      datastream_class: distinct(about.map((row) => row.datastream_class)),
    };
  });
}

const distinct = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].filter((value) => value !== '');

/** A campaign that began within this many days is new. */
const NEW_DAYS = 365;
/** The tag of campaigns off every site. */
const OTHERS = 'osc';

/** One card per site that had campaigns, in the order of the sites table; `now` in seconds UTC. */
export function campaignCards(tables: CuratedTables, now: number): readonly CampaignCardDocument[] {
  const bySite = Map.groupBy(tables.rows['campaigns.csv'], (row) => row.site_code || OTHERS);
  const order = [...tables.rows['sites.csv'].map((row) => row.site_code), OTHERS];
  const tags = [...new Set([...order, ...bySite.keys()])].filter((tag) => bySite.has(tag));
  return tags.map((tag, position) => {
    const name = tables.site(tag)?.site_name;
    const campaigns = (bySite.get(tag) ?? []).toSorted((a, b) =>
      a.start_date < b.start_date ? 1 : -1,
    );
    const entire = {
      link_text: `All data of ${name ?? tag.toUpperCase()}`,
      start: '',
      new_iop: false,
      entire_site: true,
      site_code: tag,
      link_value: tag,
    };
    const links = campaigns.map((row) => ({
      link_text: row.iop_name || row.iop_short_name,
      start: row.start_date,
      new_iop: now - (parseInstant(row.start_date) ?? 0) < NEW_DAYS * DAY_SECONDS,
      entire_site: false,
      site_code: tag,
      link_value: row.iop_short_name,
    }));
    const all = tag === OTHERS ? links : [entire, ...links];
    return {
      id: tag,
      title: name ?? (tag === OTHERS ? 'Others' : tag.toUpperCase()),
      tag,
      position,
      links: all.map((link, i) => ({ position: i, ...link })),
    };
  });
}
