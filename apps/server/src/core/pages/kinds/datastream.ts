// A datastream: light from its row and the tables; whole with variables, reports, plots, files,
// versions and neighbours.

import { compareDataLevels } from '@isobar/contract/catalogue/data-level.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { describedProducts } from '../../catalogue/described.ts';
import { type DatastreamFacts, factsOf } from '../../catalogue/facts.ts';
import { statedByFiles } from '../../catalogue/stated-by-files.ts';
import { citedByCodes } from '../../citation/citation.ts';
import type { CuratedTables } from '../../tables/curated-tables.ts';
import { placeName } from '../../tables/place-names.ts';
import { daysOf } from '../get-data.ts';
import { documentsSection, papersOf, peopleOf, placeOf, sizeText } from '../parts.ts';
import {
  EMPTY_THING,
  type PageSources,
  type Related,
  type Section,
  type Thing,
  type ThingOf,
  type Variable,
} from '../thing.ts';
import { datastreamSections } from './datastream-sections.ts';
import { downloadsOf, monthsHeld, onlyOrderedOf } from './files-section.ts';
import { citedOf, heldText, type StreamRow, streamsWhere, totalsOf } from './holdings.ts';
import { shownVariables } from './shown-variables.ts';

export const datastreamThing: ThingOf = async (sources, id, depth) => {
  const [row] = await streamsWhere(sources.db, { datastream: id });
  if (!row) return null;
  const light = lightDatastream(sources, row);
  return depth === 'light' ? light : await whole(sources, row, light);
};

/** Made from the row alone, because lists of many need one for each. */
export function lightDatastream(
  { tables, publisher }: Pick<PageSources, 'tables' | 'publisher'>,
  row: StreamRow,
): Thing {
  const { datastream, datastream_class: product, site_code: site, facility_code: facility } = row;
  const instrumentClass = tables.instrumentClassOf(product);
  const classRow = tables.instrumentClass(instrumentClass ?? product);
  const { dates, stated } = citedOf([row]);
  const cited = citedByCodes(
    tables,
    {
      datastream,
      productCode: product,
      siteCode: site,
      facilityCode: facility,
      dataLevel: row.data_level,
    },
    dates,
    stated,
  );
  const level = tables.dataLevel(row.data_level);
  const totals = totalsOf([row]);
  const description =
    tables.datastreamClass(product)?.description || classRow?.description || cited.product;
  const related: readonly Related[] = [
    { relation: 'isPartOf', kind: 'product', id: product, title: cited.product },
    {
      relation: 'about',
      kind: 'facility',
      id: `${site}.${facility}`,
      title: cited.facilityName || placeName(tables, site, facility),
    },
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
  ];
  return {
    ...EMPTY_THING,
    kind: 'datastream',
    id: datastream,
    title: titleOf(cited.product, placeName(tables, site, facility), row.data_level),
    description: publisher.simulated
      ? `${description.replace(/[.\s]*$/, '.')} The values of this demonstration archive are simulated.`
      : description,
    cited,
    people: peopleOf(tables, product, instrumentClass),
    keywords: [
      ...new Set(
        [
          datastream,
          product,
          site,
          ...(classRow?.instrument_category_codes ?? []).map((c) =>
            tables.instrumentCategoryName(c),
          ),
          ...tables
            .measurementsOf(instrumentClass ?? '')
            .map((m) => tables.measurement(m.primary_meas_type_code)?.name ?? ''),
        ].filter(Boolean),
      ),
    ],
    start: totals.start,
    end: totals.end,
    places: placeOf(tables, site, facility),
    size: { files: row.file_count, bytes: row.bytes },
    related,
    papers: papersOf(
      tables,
      ({ products, classes }) =>
        products.includes(product) ||
        (products.length === 0 && classes.includes(instrumentClass ?? '')),
    ),
    portalPath: `/results/datastream::${datastream}`,
    facts: [
      ['Data', heldText([row])],
      ...(row.data_level
        ? [['Level', level?.name ? `${row.data_level}, ${level.name}` : row.data_level] as const]
        : []),
      ['Files', sizeText(row.file_count, row.bytes)],
      ...(classRow?.typical_sampling_interval
        ? [['Every', classRow.typical_sampling_interval] as const]
        : []),
    ],
  };
}

/** Files of other archives may state no place or no level. */
const titleOf = (product: string, place: string, level: string): string =>
  [product, ...(place ? [place] : []), ...(level ? [`data level ${level}`] : [])].join(', ');

async function whole(sources: PageSources, row: StreamRow, light: Thing): Promise<Thing> {
  const { db, tables } = sources;
  for await (const product of describedProducts(db, [], [row])) {
    const levels = product
      .map((described) => factsOf(described, tables))
      .toSorted((a, b) =>
        compareDataLevels(a.described.row.data_level, b.described.row.data_level),
      );
    const facts = levels.find((one) => one.described.row.datastream === row.datastream);
    if (!facts) break;
    const variables = variablesOf(facts, tables);
    const months = await monthsHeld(sources, row);
    const dates = { start: row.start_s, end: row.end_s };
    const { undated: isDoubtful = false } = await statedByFiles(db, row.datastream, dates);
    const sections: readonly Section[] = [
      ...(await datastreamSections(sources, { row, facts, levels, variables, months, isDoubtful })),
      ...documentsSection(tables, row.datastream_class, facts.instrumentClass),
    ];
    const span = isDoubtful ? { start: null, end: null } : { start: row.start_s, end: row.end_s };
    const { fields } = facts;
    const version = facts.described.header?.attributes.process_version ?? '';
    const own: readonly Related[] = [
      ...light.related,
      ...levels
        .filter((one) => one !== facts)
        .map(({ described }): Related => {
          const above = compareDataLevels(described.row.data_level, row.data_level) > 0;
          return {
            relation: above ? 'isSourceOf' : 'isDerivedFrom',
            kind: 'datastream',
            id: described.row.datastream,
            title: described.row.datastream,
          };
        }),
    ];
    return {
      ...light,
      ...(row.title === '' ? {} : { description: fields.description ?? light.description }),
      cited: light.cited && {
        ...light.cited,
        ...(fields.doi ? { doi: fields.doi } : {}),
        version,
        undated: isDoubtful,
      },
      ...span,
      days: daysOf(span, months),
      places: light.places.length > 0 || !fields.geo ? light.places : [placeOfFields(facts)],
      related: own,
      downloads: downloadsOf(row, months),
      onlyOrdered: onlyOrderedOf(months),
      variables,
      facts: [
        ...light.facts.filter(
          ([name]) => name !== 'Every' && !(isDoubtful && !row.undated && name === 'Data'),
        ),
        ...(fields.sampling_interval ? [['Every', fields.sampling_interval] as const] : []),
        ['Variables', formatCount(variables.length)],
      ],
      sections,
    };
  }
  return light;
}

const placeOfFields = ({ fields }: DatastreamFacts) => ({
  name: fields.facility_name ?? '',
  latitude: fields.geo?.lat ?? 0,
  longitude: fields.geo?.lon ?? 0,
  elevation: null,
});

const variablesOf = (
  { described, measurements }: DatastreamFacts,
  tables: CuratedTables,
): readonly Variable[] => shownVariables(described.variables, measurements, tables);
