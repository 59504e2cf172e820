// Field campaigns, with addresses below a reserved name: their pages are not part of the demo.
import { type Row, textOf } from '../../csv.ts';
import type { Facts, Tables } from './table.ts';

const PAGES = 'https://campaigns.isobar.invalid';

/** Dates that the facts leave open, as closely as is generally known. */
const DAYS: Readonly<Record<string, readonly [start: string, end: string]>> = {
  sgp1997integrated: ['1997-09-15', '1997-10-05'],
  osc2005mase: ['2005-07-01', '2005-07-31'],
  sgp2013ccap: ['2013-06-01', '2013-08-31'],
  sgp2023s2vsr: ['2023-06-01', '2023-08-31'],
  sgp1999gpswv: ['1999-06-01', '2010-07-01'],
  sgp2019popsnet: ['2019-09-15', '2020-09-14'],
};

/** A campaign that published links name but no table of facts lists. */
const ADDED: readonly Row[] = [
  {
    iop_short_name: 'amf2021SAILCAIVIMT',
    iop_name: 'SAIL Aerosol Vertical Profiles in Mountain Terrain',
    site_code: 'guc',
    start_date: '2021-11-01',
    end_date: '2022-10-31',
    category: 'fc',
  },
];

export const campaignTables = (facts: Facts): Tables => ({
  campaigns: [...facts.read('campaigns'), ...ADDED].map((row) => {
    const shortName = textOf(row, 'iop_short_name');
    const [start, end] = DAYS[shortName] ?? [textOf(row, 'start_date'), textOf(row, 'end_date')];
    return {
      iop_short_name: shortName,
      iop_name: textOf(row, 'iop_name'),
      site_code: textOf(row, 'site_code'),
      start_date: start,
      end_date: end,
      category: textOf(row, 'category'),
      lead_scientist: '',
      link_url: `${PAGES}/${shortName}`,
      link_xml: `${PAGES}/${shortName}.xml`,
    };
  }),
});
