// Facts of a datastream: names that distinguish products, where data come from, and what they were
// made of.
import { fileURLToPath } from 'node:url';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CuratedTables, curatedTables } from '../tables/curated-tables.ts';
import { loadTables } from '../tables/load.ts';
import type { DescribedDatastream } from './described.ts';
import { factsOf } from './facts.ts';

const SHIPPED = fileURLToPath(new URL('../../../tables', import.meta.url));
const EMPTY_NOTE = {
  source_class_code: '',
  iop_short_name: '',
  access: '' as const,
  access_start: '',
  access_end: '',
  ui_text: '',
};

let tables: CuratedTables;
beforeAll(async () => {
  const { rows } = await loadTables(SHIPPED);
  tables = curatedTables({
    ...rows,
    'instrument-classes.csv': [
      ...rows['instrument-classes.csv'],
      ...['twin1', 'twin2'].map((code) => ({
        instrument_class_code: code,
        instrument_class_name: 'Twin',
        instrument_category_codes: [],
        source_class_codes: ['armobs'],
        description: '',
        typical_sampling_interval: '',
        priority: null,
      })),
    ],
    'campaigns.csv': [
      {
        iop_short_name: 'sgp2000test',
        iop_name: 'Test Campaign',
        site_code: 'sgp',
        start_date: '',
        end_date: '',
        category: 'iop',
        lead_scientist: '',
        link_url: '',
        link_xml: '',
      },
    ],
    'datastream-notes.csv': [
      {
        ...EMPTY_NOTE,
        datastream: 'sgpcampaignC1*',
        source_class_code: 'iop',
        iop_short_name: 'sgp2000test',
      },
      { ...EMPTY_NOTE, datastream: 'sgpmetC1.b1', iop_short_name: 'sgp2000test' },
      {
        ...EMPTY_NOTE,
        datastream: 'epc*',
        access: 'pre-deployment',
        access_start: '2023-01-15',
        access_end: '2023-02-14',
        ui_text: 'Taken while the instruments were being set up.',
      },
    ],
  });
});

function described(
  datastream: string,
  attributes: Record<string, string> = {},
): DescribedDatastream {
  const parts = parseDatastream(datastream);
  return {
    row: {
      datastream,
      site_code: parts?.siteCode ?? '',
      facility_code: parts?.facilityCode ?? '',
      datastream_class: parts?.classCode ?? '',
      data_level: parts?.dataLevel ?? '',
      start_s: 0,
      end_s: 1,
      longest_s: 1,
      file_count: 1,
      bytes: 1,
      undated: 0,
      title: '',
    },
    variables: [],
    header: { format: 'cdf1', attributes, dimensions: [], variables: [], place: null },
    gaps: [],
    dimensions: [],
    scanNames: [],
  };
}
const fields = (datastream: string, attributes?: Record<string, string>) =>
  factsOf(described(datastream, attributes), tables).fields;

describe('products', () => {
  it('products of one class are distinguished by their code, and so are classes of one name', () => {
    expect(fields('sgpmetC1.b1').instrument_name).toBe('Surface Meteorological Instrumentation');
    expect(fields('sgpsondewnpnC1.b1').instrument_name).toMatch(/ \(sondewnpn\)$/);
    expect(fields('sgptwin1C1.b1').instrument_name).toBe('Twin (twin1)');
  });

  it('products of a campaign are a group of their own, named after it', () => {
    expect(fields('sgpcampaignC1.c1')).toMatchObject({
      instrument_id: 'campaign_sgp2000test',
      instrument_name: 'campaign, Test Campaign',
      iopShortName: 'sgp2000test',
      source_class_code: 'iop',
    });
  });

  it('products of routine data stay one group, though a campaign used them', () => {
    expect(fields('sgpmetC1.b1')).toMatchObject({
      instrument_id: 'met',
      iopShortName: 'sgp2000test',
      source_class_code: 'armobs',
    });
  });
});

it('classes of what a product was made from come with its own', () => {
  const input_datastreams =
    'sgpmetE13.b1 : 1.2 : 20180601.000004\nsgp30ecorE14.b1 : 1.2 : 20180531.000000-20180602.000000';
  expect(fields('sgpqcrad1longC1.c1', { input_datastreams }).input_instrument_class_codes).toEqual([
    'qcrad',
    'met',
    'ecor',
  ]);
});

it('a site that no table knows is named after the institution that its code was made of', () => {
  const one = described('xyzprofileX1.b1', { institution: 'Example University' });
  const row = { ...one.row, site_code: 'example-university' };
  expect(factsOf({ ...one, row }, tables).fields.site_name).toBe('Example University');
  expect(factsOf(one, tables).fields.site_name).toBe('XYZ');
});

it('a facility that files do not state is named as its site, and one that they state by its code or its table', () => {
  const named = (datastream: string, attributes: Record<string, string> = {}) =>
    factsOf(described(datastream, attributes), tables).fields.facility_name;
  expect(named('xyzprofileX1.b1')).toBe('XYZ');
  expect(named('xyzprofileX2.b1')).toBe('X2');
  expect(named('sgpmetE13.b1')).toMatch(/^Lamont/);
});

it.each([
  ['2023-02-14T23:00:00Z', true],
  ['2023-02-15T00:00:00Z', false],
])('access to data since %s is limited by a note on days before: %s', (start, limited) => {
  const one = described('epcsebsM1.b1');
  const row = { ...one.row, start_s: Date.parse(start) / 1000, end_s: Date.UTC(2024, 1) / 1000 };
  const { fields, uiText } = factsOf({ ...one, row }, tables);
  expect([fields.limited_access, uiText !== '', 'ui_text' in fields]).toEqual(
    Array(3).fill(limited),
  );
});
