// Instrument classes: what they are called, what they are for, and how warmly they are recommended.
import { type Row, textOf } from '../../csv.ts';
import type { Facts, Tables } from './table.ts';

/** Classes that most users order: recommended first. */
const FIRST = new Set(
  (
    'met sonde sirs skyrad gndrad mfrsr ceil mwr mwr3c kazr arscl kazrarscl microbase mpl dl tsi aeri csphot ' +
    'aosmet cpc nephelometer psap smps acsm ccn ecor ebbr qcrad radfluxanal armbe aod-mfrsr interpsonde pblht ' +
    'mwrret ldquants varanal lasso navmet-air dlprof-wind'
  ).split(' '),
);

/** The instrument classes; one that came with campaigns only is described by its name. */
export function instrumentTables(facts: Facts): Tables {
  return {
    'instrument-classes': facts.read('instruments').map((row) => ({
      instrument_class_code: textOf(row, 'instrument_class_code'),
      instrument_class_name: textOf(row, 'instrument_class_name'),
      instrument_category_codes: textOf(row, 'instrument_category_codes') || 'other',
      source_class_codes: textOf(row, 'source_class_codes'),
      description: describe(row),
      typical_sampling_interval: textOf(row, 'typical_sampling_interval'),
      priority: priorityOf(row),
    })),
  };
}

function describe(row: Row): string {
  const description = textOf(row, 'description');
  const campaignOnly = /^Campaign-only source/.test(description);
  return campaignOnly
    ? `${textOf(row, 'instrument_class_name')}, provided by campaign teams; its data came with their campaigns`
    : description;
}

/** 1, 2 or 3; empty for what is on trial or came with campaigns only. */
function priorityOf(row: Row): string {
  if (FIRST.has(textOf(row, 'instrument_class_code'))) return '1';
  const sources = textOf(row, 'source_class_codes').split(';');
  if (textOf(row, 'has_datastream') !== 'yes') return '';
  if (sources.includes('armobs')) return '2';
  return sources.includes('armderiv') ? '3' : '';
}
