// Instrument classes, measurements and field campaigns: what they are, and the data that the
// archive has of them.

import { html } from '../../../platform/text/html.ts';
import { productCodes } from '../../catalogue/product-codes.ts';
import { titleAmong } from '../../catalogue/titles.ts';
import { siteName } from '../../tables/place-names.ts';
import { productName } from '../../tables/product-name.ts';
import {
  dayOf,
  documentsSection,
  link,
  list,
  longTable,
  outside,
  papersOf,
  peopleOf,
  section,
  spanText,
} from '../parts.ts';
import { EMPTY_THING, type PageSources, type Section, type ThingOf } from '../thing.ts';
import { heldText, type StreamRow, streamsWhere, totalsOf } from './holdings.ts';
import { streamsSection } from './places.ts';
import { reportsSection } from './reports-section.ts';

export const instrumentThing: ThingOf = async (sources, id, depth) => {
  const { db, tables } = sources;
  const row = tables.instrumentClass(id);
  const products = (await productCodes(db)).filter(
    (product) => (tables.instrumentClassOf(product) ?? product) === id,
  );
  if (!row && products.length === 0) return null;
  const streams = await streamsWhere(db, { datastream_class: products });
  const name = row?.instrument_class_name || id;
  const totals = totalsOf(streams);
  const measured = [...new Set(tables.measurementsOf(id).map((m) => m.primary_meas_type_code))];
  return {
    ...EMPTY_THING,
    kind: 'instrument',
    id,
    title: name,
    description: row?.description || name,
    people: peopleOf(tables, '', id),
    keywords: [
      id,
      ...(row?.instrument_category_codes ?? []).map((c) => tables.instrumentCategoryName(c)),
    ],
    start: totals.start,
    end: totals.end,
    related: products.map((product) => ({
      relation: 'hasPart' as const,
      kind: 'product' as const,
      id: product,
      title: productName(
        tables,
        product,
        titleAmong(streams.filter((one) => one.datastream_class === product)),
      ),
    })),
    papers: papersOf(tables, ({ classes }) => classes.includes(id)),
    portalPath: `/results/instrument_class_code::${id}`,
    facts: [
      ['Code', id],
      ...(row?.typical_sampling_interval
        ? [['Every', row.typical_sampling_interval] as const]
        : []),
      ['Data', heldText(streams)],
    ],
    sections: [
      ...(measured.length > 0
        ? [
            section(
              'measurements',
              'What it measures',
              list(
                measured.map((code) =>
                  link('measurement', code, tables.measurement(code)?.name ?? code),
                ),
              ),
            ),
          ]
        : []),
      ...(streams.length > 0 && depth === 'whole'
        ? [...productsSection(sources, streams), reportsSection(tables, streams)]
        : []),
      ...documentsSection(tables, '', id),
    ],
  };
};

export const measurementThing: ThingOf = async (sources, id) => {
  const { db, tables } = sources;
  const row = tables.measurement(id);
  if (!row) return null;
  const classes = new Set(
    tables.rows['instrument-measurements.csv']
      .filter((m) => m.primary_meas_type_code === id)
      .map((m) => m.instrument_class_code),
  );
  const products = (await productCodes(db)).filter((product) =>
    classes.has(tables.instrumentClassOf(product) ?? product),
  );
  const streams = await streamsWhere(db, { datastream_class: products });
  const category = row.category_code ? tables.measurementCategoryName(row.category_code) : '';
  const standard = [
    ...new Set(
      tables.rows['instrument-measurements.csv']
        .filter((m) => m.primary_meas_type_code === id && m.standard_name !== '')
        .map((m) => m.standard_name),
    ),
  ];
  return {
    ...EMPTY_THING,
    kind: 'measurement',
    id,
    title: row.name,
    description: row.description || row.name,
    keywords: [id, category, ...standard].filter(Boolean),
    start: totalsOf(streams).start,
    end: totalsOf(streams).end,
    related: [...classes].map((code) => ({
      relation: 'about' as const,
      kind: 'instrument' as const,
      id: code,
      title: tables.instrumentClass(code)?.instrument_class_name ?? code,
    })),
    portalPath: `/results/primary_meas_type_code::${id}`,
    facts: [
      ...(category ? [['Category', category] as const] : []),
      ...(standard.length > 0 ? [['Standard name', standard.join(', ')] as const] : []),
      ['Data products', String(products.length)],
    ],
    sections: [
      section(
        'instruments',
        'Measured by',
        list(
          [...classes].map((code) =>
            link('instrument', code, tables.instrumentClass(code)?.instrument_class_name ?? code),
          ),
        ),
      ),
      ...(streams.length > 0 ? productsSection(sources, streams) : []),
    ],
  };
};

export const campaignThing: ThingOf = async (sources, id, depth) => {
  const { db, tables } = sources;
  const row = tables.campaign(id);
  if (!row) return null;
  const patterns = tables.rows['datastream-notes.csv']
    .filter((note) => note.iop_short_name === id)
    .map((note) => note.datastream);
  const atSite = row.site_code ? await streamsWhere(db, { site_code: row.site_code }) : [];
  const streams = atSite.filter((one) =>
    patterns.some((pattern) =>
      pattern.endsWith('*')
        ? one.datastream.startsWith(pattern.slice(0, -1))
        : one.datastream === pattern,
    ),
  );
  const links = row.link_url
    .split(';')
    .map((address) => address.trim())
    .filter(Boolean);
  const name = row.iop_name || id;
  const nameOfSite = siteName(tables, row.site_code);
  return {
    ...EMPTY_THING,
    kind: 'campaign',
    id,
    title: name,
    description: `${name}${row.site_code ? ` at ${nameOfSite}` : ''}, a field campaign.`,
    people: row.lead_scientist
      ? [
          {
            role: 'lead',
            familyName: row.lead_scientist,
            givenNames: '',
            orcid: '',
            affiliation: '',
          },
        ]
      : [],
    keywords: [id, ...(row.site_code ? [nameOfSite] : [])],
    start: dayOf(row.start_date),
    end: dayOf(row.end_date),
    related: [
      ...(row.site_code
        ? [
            {
              relation: 'about' as const,
              kind: 'site' as const,
              id: row.site_code,
              title: nameOfSite,
            },
          ]
        : []),
      ...streams.slice(0, 500).map((one) => ({
        relation: 'hasPart' as const,
        kind: 'datastream' as const,
        id: one.datastream,
        title: one.datastream,
      })),
    ],
    portalPath: `/results/iopShortName::${id}`,
    facts: [
      ['Time', spanText(dayOf(row.start_date), dayOf(row.end_date))],
      ...(row.site_code ? [['Site', nameOfSite] as const] : []),
    ],
    sections: [
      ...(links.length > 0
        ? [section('documents', 'Documents', list(links.map((url) => outside(url, url))))]
        : []),
      ...(streams.length > 0
        ? [
            streamsSection(sources, streams),
            ...(depth === 'whole' ? [reportsSection(tables, streams)] : []),
          ]
        : [
            section(
              'datastreams',
              'Datastreams',
              html`<p>The archive has no datastream of it.</p>`,
            ),
          ]),
    ],
  };
};

function productsSection(
  { tables }: PageSources,
  streams: readonly StreamRow[],
): readonly Section[] {
  const cells = [...Map.groupBy(streams, (row) => row.datastream_class)].map(([product, rows]) => {
    const name = productName(tables, product, titleAmong(rows));
    const sites = new Set(rows.map((row) => row.site_code)).size;
    return [link('product', product), name, sites, rows.length, heldText(rows)];
  });
  const head = ['Product', 'Name', 'Sites', 'Datastreams', 'Data'];
  return [section('products', 'Data products', longTable(head, cells, 40))];
}
