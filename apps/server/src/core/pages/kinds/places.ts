// Sites and facilities: where they are, and what is measured there.

import { formatCount, plural } from '@isobar/contract/count.ts';
import { html } from '../../../platform/text/html.ts';
import { titleAmong } from '../../catalogue/titles.ts';
import { placeName, siteName } from '../../tables/place-names.ts';
import { otherName, productName } from '../../tables/product-name.ts';
import { dayOf, link, longTable, placeOf, section, sizeText, table } from '../parts.ts';
import { EMPTY_THING, type PageSources, type Section, type ThingOf } from '../thing.ts';
import { heldText, type StreamRow, streamsWhere, totalsOf } from './holdings.ts';
import { reportsSection } from './reports-section.ts';

const SITE_TYPES: Readonly<Record<string, string>> = {
  P: 'Fixed site',
  L: 'Long-term site',
  M: 'Mobile deployment',
  I: 'Inactive site',
  X: 'External site',
  T: 'Test site',
};

export const siteThing: ThingOf = async ({ db, tables }, id, depth) => {
  const site = tables.site(id);
  const rows = await streamsWhere(db, { site_code: id });
  if (!site && rows.length === 0) return null;
  const facilities = tables.rows['facilities.csv'].filter((row) => row.site_code === id);
  const byFacility = Map.groupBy(rows, (row) => row.facility_code);
  const codes = [
    ...new Set([...facilities.map((row) => row.facility_code), ...byFacility.keys()]),
  ].sort(BY_NUMBER.compare);
  const totals = totalsOf(rows);
  const name = siteName(tables, id);
  const type = SITE_TYPES[site?.site_type ?? ''] ?? '';
  const products = [...Map.groupBy(rows, (row) => row.datastream_class)];
  const withData = codes.filter((facility) => byFacility.has(facility)).length;
  const measured = products.map(([product, streams]) => [
    link('product', product),
    otherName(product, productName(tables, product, titleAmong(streams))),
    streams.length,
    heldText(streams),
  ]);
  return {
    ...EMPTY_THING,
    kind: 'site',
    id,
    title: name,
    description: [`${name} (${id.toUpperCase()})`, type].filter(Boolean).join('. ').concat('.'),
    keywords: [id, name],
    start: dayOf(site?.start_date ?? '') ?? totals.start,
    end: dayOf(site?.end_date ?? ''),
    places: codes.flatMap((facility) => placeOf(tables, id, facility)),
    size: rows.length > 0 ? { files: totals.files, bytes: totals.bytes } : null,
    related: codes.map((facility) => ({
      relation: 'hasPart' as const,
      kind: 'facility' as const,
      id: `${id}.${facility}`,
      title: tables.facility(id, facility)?.facility_name || facility,
    })),
    portalPath: `/results/site_code::${id}`,
    facts: [
      ...(type ? [['Kind', type] as const] : []),
      ['Facilities', facilityCount(codes.length, withData)],
      ['Data', heldText(rows)],
      ['Files', sizeText(totals.files, totals.bytes)],
    ],
    sections: [
      facilitiesSection(tables, id, codes, byFacility),
      ...(measured.length > 0
        ? [
            section(
              'products',
              'Data products',
              longTable(['Product', 'Name', 'Datastreams', 'Data'], measured, 40),
            ),
          ]
        : []),
      ...(depth === 'whole' && rows.length > 0 ? [reportsSection(tables, rows)] : []),
    ],
  };
};

/** C1 before E2 before E13. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

const facilityCount = (all: number, withData: number): string =>
  withData === 0 || withData === all
    ? formatCount(all)
    : `${formatCount(all)}, ${formatCount(withData)} of them with data`;

/**
 * Facilities that have datastreams; the others stand behind a disclosure, and in the open only
 * where there is nothing else.
 */
function facilitiesSection(
  tables: PageSources['tables'],
  site: string,
  codes: readonly string[],
  byFacility: ReadonlyMap<string, readonly StreamRow[]>,
): Section {
  const named = (facility: string) => [
    link('facility', `${site}.${facility}`, facility),
    tables.facility(site, facility)?.facility_name ?? '',
  ];
  const held = codes.flatMap((facility) => {
    const rows = byFacility.get(facility);
    if (!rows) return [];
    return [[...named(facility), rows.length, heldText(rows)]];
  });
  const bare = codes.filter((facility) => !byFacility.has(facility)).map(named);
  if (held.length === 0)
    return section('facilities', 'Facilities', longTable(['Facility', 'Name'], bare, 40));
  const others =
    bare.length === 0
      ? ''
      : html`<details><summary>${plural(bare.length, 'facility', 'facilities')} without datastreams</summary>${table(['Facility', 'Name'], bare)}</details>`;
  const head = ['Facility', 'Name', 'Datastreams', 'Data'];
  return section('facilities', 'Facilities', html`${longTable(head, held, 40)}${others}`);
}

export const facilityThing: ThingOf = async (sources, id, depth) => {
  const { db, tables } = sources;
  const at = id.indexOf('.');
  const [site, facility] = [id.slice(0, at), id.slice(at + 1)];
  if (at < 1 || facility === '') return null;
  const row = tables.facility(site, facility);
  const streams = await streamsWhere(db, { site_code: site, facility_code: facility });
  if (!row && streams.length === 0) return null;
  const nameOfSite = siteName(tables, site);
  const name = row?.facility_name || placeName(tables, site, facility) || nameOfSite;
  const totals = totalsOf(streams);
  return {
    ...EMPTY_THING,
    kind: 'facility',
    id,
    title: name,
    description: `${name}, facility ${facility} of ${nameOfSite} (${site.toUpperCase()}).${row?.platform === 'moving' ? ' Ships and aircraft have no fixed place.' : ''}`,
    keywords: [site, facility, nameOfSite],
    start: dayOf(row?.start_date ?? '') ?? totals.start,
    end: dayOf(row?.end_date ?? ''),
    places: placeOf(tables, site, facility),
    size: streams.length > 0 ? { files: totals.files, bytes: totals.bytes } : null,
    related: [{ relation: 'isPartOf', kind: 'site', id: site, title: nameOfSite }],
    portalPath: `/results/ffac::${id}`,
    facts: [
      ['Code', `${site.toUpperCase()} ${facility}`],
      ['Datastreams', String(streams.length)],
      ['Data', heldText(streams)],
      ['Files', sizeText(totals.files, totals.bytes)],
    ],
    sections:
      streams.length > 0
        ? [
            streamsSection(sources, streams),
            ...(depth === 'whole' ? [reportsSection(tables, streams)] : []),
          ]
        : [],
  };
};

export function streamsSection({ tables }: PageSources, streams: readonly StreamRow[]): Section {
  const cells = streams.map((one) => [
    link('datastream', one.datastream),
    link('product', one.datastream_class, productName(tables, one.datastream_class, one.title)),
    heldText([one]),
    one.file_count,
  ]);
  const head = ['Datastream', 'Data product', 'Data', 'Files'];
  return section('datastreams', 'Datastreams', html`${longTable(head, cells, 40)}`);
}
