// Field campaigns, with addresses below a reserved name: their pages are not part of the demo.
import { textOf } from '../../csv.ts';
import type { Facts, Tables } from './table.ts';

const PAGES = 'https://campaigns.isobar.invalid';

export const campaignTables = (facts: Facts): Tables => ({
  campaigns: facts.read('campaigns').map((row) => {
    const shortName = textOf(row, 'iop_short_name');
    return {
      iop_short_name: shortName,
      iop_name: textOf(row, 'iop_name'),
      site_code: textOf(row, 'site_code'),
      start_date: textOf(row, 'start_date'),
      end_date: textOf(row, 'end_date'),
      category: textOf(row, 'category'),
      lead_scientist: '',
      link_url: `${PAGES}/${shortName}`,
      link_xml: `${PAGES}/${shortName}.xml`,
    };
  }),
});
