// A data product: one class of datastreams over all its sites, facilities and levels.
import { compareDataLevels } from '@isobar/contract/catalogue/data-level.ts';
import { headersOf, variablesOf } from '../../../core/catalogue/designs.ts';
import { measurementsOf } from '../../../core/catalogue/measured.ts';
import { citedByCodes } from '../../../core/citation/citation.ts';
import { html } from '../../../platform/html.ts';
import {
  documentsSection,
  link,
  longTable,
  papersOf,
  peopleOf,
  placeOf,
  section,
  sizeText,
  spanText,
} from '../parts.ts';
import {
  EMPTY_THING,
  type PageSources,
  type Section,
  type ThingOf,
  type Variable,
} from '../thing.ts';
import { heldWall } from '../wall.ts';
import { type StreamRow, streamsWhere, totalsOf } from './holdings.ts';
import { shownVariables } from './shown-variables.ts';
import { togetherSection } from './together-section.ts';
import { variablesSection } from './variables-section.ts';

export const productThing: ThingOf = async (sources, id, depth) => {
  const { db, tables } = sources;
  const rows = await streamsWhere(db, { datastream_class: id });
  if (rows.length === 0) return null;
  const totals = totalsOf(rows);
  const instrumentClass = tables.instrumentClassOf(id);
  const classRow = tables.instrumentClass(instrumentClass ?? id);
  const cited = citedByCodes(
    tables,
    { datastream: '', productCode: id, siteCode: '', facilityCode: '', dataLevel: '' },
    { start: totals.start ?? 0, end: totals.end ?? 0 },
  );
  const places = [...new Set(rows.map((row) => `${row.site_code}.${row.facility_code}`))];
  const variables = depth === 'whole' ? await variablesOfProduct(sources, rows) : [];
  const sections: readonly Section[] =
    depth === 'whole'
      ? [
          wallSection(rows),
          placesSection(sources, rows),
          ...variablesSection(variables),
          ...documentsSection(tables, id, instrumentClass),
          ...(await togetherSection(
            sources,
            rows.map((row) => row.datastream),
          )),
        ]
      : [];
  return {
    ...EMPTY_THING,
    kind: 'product',
    id,
    title: cited.product,
    description: tables.datastreamClass(id)?.description || classRow?.description || cited.product,
    cited,
    people: peopleOf(tables, id, instrumentClass),
    keywords: [
      id,
      ...(classRow?.instrument_category_codes ?? []).map((c) => tables.instrumentCategoryName(c)),
    ],
    start: totals.start,
    end: totals.end,
    places: places
      .flatMap((place) => {
        const [site = '', facility = ''] = place.split('.');
        return placeOf(tables, site, facility);
      })
      .slice(0, 300),
    size: { files: totals.files, bytes: totals.bytes },
    related: [
      ...(instrumentClass
        ? [
            {
              relation: 'about' as const,
              kind: 'instrument' as const,
              id: instrumentClass,
              title: classRow?.instrument_class_name ?? instrumentClass,
            },
          ]
        : []),
      ...rows.slice(0, 500).map((row) => ({
        relation: 'hasPart' as const,
        kind: 'datastream' as const,
        id: row.datastream,
        title: row.datastream,
      })),
    ],
    papers: papersOf(
      tables,
      ({ products, classes }) =>
        products.includes(id) || (products.length === 0 && classes.includes(instrumentClass ?? '')),
    ),
    variables,
    portalPath: `/results/instrument_code::${id}`,
    facts: [
      ['Data', spanText(totals.start, totals.end)],
      ['Places', String(places.length)],
      ['Datastreams', String(rows.length)],
      ['Files', sizeText(totals.files, totals.bytes)],
    ],
    sections,
  };
};

/** How many of its datastreams have a record in each month. */
function wallSection(rows: readonly StreamRow[]): Section {
  const label = `How many of its ${rows.length} datastreams have a record: a row for each month of the year, a column for each year`;
  const spans = rows.map((row) => ({ start: row.start_s, end: row.end_s }));
  return section(
    'availability',
    'Availability',
    html`${heldWall(spans, label)}<p class="quiet">The taller the bar of a month, the more of its datastreams have a record then; the table below tells each.</p>`,
  );
}

function placesSection({ tables }: PageSources, rows: readonly StreamRow[]): Section {
  const cells = rows.map((row) => [
    link('datastream', row.datastream),
    link(
      'facility',
      `${row.site_code}.${row.facility_code}`,
      tables.facility(row.site_code, row.facility_code)?.facility_name || row.facility_code,
    ),
    link('site', row.site_code, tables.site(row.site_code)?.site_name || row.site_code),
    row.data_level,
    spanText(row.start_s, row.end_s),
    row.file_count,
  ]);
  const head = ['Datastream', 'Facility', 'Site', 'Level', 'Data', 'Files'];
  return section('datastreams', 'Datastreams', html`${longTable(head, cells, 30)}`);
}

/** Those of its most refined datastream with the longest record. */
async function variablesOfProduct(
  { db, tables }: PageSources,
  rows: readonly StreamRow[],
): Promise<readonly Variable[]> {
  const [best] = rows.toSorted(
    (a, b) =>
      compareDataLevels(b.data_level, a.data_level) || b.end_s - b.start_s - (a.end_s - a.start_s),
  );
  if (!best) return [];
  const all = variablesOf((await headersOf(db, best.datastream)).map(({ header }) => header));
  const measured = measurementsOf(
    {
      datastream: best.datastream,
      instrumentClass: tables.instrumentClassOf(best.datastream_class) ?? best.datastream_class,
      datastreamClass: best.datastream_class,
      dataLevel: best.data_level,
      variables: all,
    },
    tables,
  );
  return shownVariables(all, measured);
}
