// A data product: one class of datastreams over all its sites, facilities and levels.
import { compareDataLevels } from '@isobar/contract/catalogue/data-level.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { html } from '../../../platform/text/html.ts';
import { dimensionsOf, headersOf, variablesOf } from '../../catalogue/designs.ts';
import { drawableVariables } from '../../catalogue/drawable.ts';
import { measurementsOf } from '../../catalogue/measured.ts';
import { productCodes } from '../../catalogue/product-codes.ts';
import { citedByCodes } from '../../citation/citation.ts';
import { otherName, productName } from '../../tables/product-name.ts';
import { inputsOf } from '../made-of.ts';
import {
  code,
  documentsSection,
  link,
  list,
  longTable,
  papersOf,
  peopleOf,
  placeOf,
  section,
  sizeText,
} from '../parts.ts';
import {
  EMPTY_THING,
  type PageSources,
  type Section,
  type ThingOf,
  type Variable,
} from '../thing.ts';
import { heldWall } from '../wall.ts';
import { codeSection } from './code-section.ts';
import { citedOf, heldText, type StreamRow, streamsWhere, totalsOf } from './holdings.ts';
import { methodSection } from './method-section.ts';
import { plotsSection } from './plots-section.ts';
import { reportsSection } from './reports-section.ts';
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
  const { dates, stated } = citedOf(rows);
  const cited = citedByCodes(
    tables,
    { datastream: '', productCode: id, siteCode: '', facilityCode: '', dataLevel: '' },
    dates,
    stated,
  );
  const places = [...new Set(rows.map((row) => `${row.site_code}.${row.facility_code}`))];
  const description =
    tables.datastreamClass(id)?.description || classRow?.description || cited.product;
  const best = depth === 'whole' ? await bestOf(sources, rows) : null;
  const variables = best?.variables ?? [];
  const sections: readonly Section[] =
    best !== null
      ? [
          ...wallSection(rows),
          // The location is left out here, because it differs between datastreams.
          ...methodSection(
            sources,
            instrumentClass ?? id,
            { ...best.attributes, location_description: '' },
            description,
          ),
          reportsSection(tables, rows),
          ...(await plotsSection(
            db,
            best.row,
            best.plotted,
            variables,
            `${best.row.datastream}, `,
          )),
          placesSection(sources, rows),
          ...variablesSection(variables),
          ...(await aroundSection(sources, id, best)),
          ...documentsSection(tables, id, instrumentClass),
          ...(await togetherSection(
            sources,
            rows.map((row) => row.datastream),
          )),
          codeSection(sources.publisher, best.row, variables),
        ]
      : [];
  return {
    ...EMPTY_THING,
    kind: 'product',
    id,
    title: cited.product,
    description,
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
      ['Data', heldText(rows)],
      ['Places', String(places.length)],
      ['Datastreams', String(rows.length)],
      ['Files', sizeText(totals.files, totals.bytes)],
    ],
    sections,
  };
};

/** How many of its datastreams have a record in each month. */
function wallSection(all: readonly StreamRow[]): readonly Section[] {
  const rows = all.filter(({ undated }) => !undated);
  if (rows.length === 0) return [];
  const label = `How many of ${rows.length === 1 ? 'its one datastream has' : `its ${rows.length} datastreams have`} a record: a row for each month of the year, a column for each year`;
  const spans = rows.map((row) => ({ start: row.start_s, end: row.end_s }));
  return [
    section(
      'availability',
      'Availability',
      html`${heldWall(spans, label)}<p class="quiet">A taller bar: more datastreams have data in that month. The table below lists each of them.</p>`,
    ),
  ];
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
    heldText([row]),
    row.file_count,
  ]);
  const head = ['Datastream', 'Facility', 'Site', 'Level', 'Data', 'Files'];
  return section('datastreams', 'Datastreams', longTable(head, cells, 10));
}

interface Best {
  /** Its most refined datastream with the longest record: it stands for the product. */
  readonly row: StreamRow;
  readonly variables: readonly Variable[];
  readonly plotted: readonly string[];
  /** The global attributes of the latest header. */
  readonly attributes: Readonly<Record<string, string>>;
}

async function bestOf(
  { db, tables }: PageSources,
  rows: readonly StreamRow[],
): Promise<Best | null> {
  const [row] = rows.toSorted(
    (a, b) =>
      compareDataLevels(b.data_level, a.data_level) || b.end_s - b.start_s - (a.end_s - a.start_s),
  );
  if (!row) return null;
  const headers = (await headersOf(db, row.datastream)).map(({ header }) => header);
  const variables = variablesOf(headers);
  const measured = measurementsOf(
    {
      datastream: row.datastream,
      instrumentClass: tables.instrumentClassOf(row.datastream_class) ?? row.datastream_class,
      datastreamClass: row.datastream_class,
      dataLevel: row.data_level,
      variables,
    },
    tables,
  );
  return {
    row,
    variables: shownVariables(variables, measured, tables),
    plotted: row.undated ? [] : drawableVariables(variables, measured, dimensionsOf(headers)),
    attributes: headers.at(-1)?.attributes ?? {},
  };
}

/**
 * What its files were made of, what was made of them, and other products of the same instrument.
 */
async function aroundSection(
  { db, tables, madeOf }: PageSources,
  id: string,
  { row, attributes }: Best,
): Promise<readonly Section[]> {
  const productsOf = (names: readonly string[]): readonly string[] => [
    ...new Set(
      names.flatMap((name) => parseDatastream(name)?.classCode ?? []).filter((one) => one !== id),
    ),
  ];
  const inputs = productsOf(inputsOf(attributes, row.datastream));
  const made = productsOf(await madeOf(row.datastream));
  const instrumentClass = tables.instrumentClassOf(id) ?? id;
  const there = new Set(await productCodes(db));
  const same = [...there].filter(
    (one) => one !== id && (tables.instrumentClassOf(one) ?? one) === instrumentClass,
  );
  const links = (codes: readonly string[]) =>
    list(
      codes
        .slice(0, LISTED)
        .map((one) =>
          there.has(one)
            ? html`${link('product', one)} <span class="quiet">${nameOf(tables, one)}</span>`
            : code(one),
        ),
    );
  const parts: readonly (readonly [title: string, codes: readonly string[]])[] = [
    ['Made of', inputs],
    ['Used to make', made],
    ['Of the same instrument', same],
  ];
  const told = parts.filter(([, codes]) => codes.length > 0);
  if (told.length === 0) return [];
  return [
    section(
      'related',
      'Provenance and related data',
      html`${told.map(([title, codes]) => html`<h3>${title}</h3>${links(codes)}`)}`,
    ),
  ];
}

const LISTED = 40;

const nameOf = (tables: PageSources['tables'], product: string): string =>
  otherName(product, productName(tables, product));
