// A record of another repository as a document of the metadata index, so that one search finds
// both.
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import type { MetadataDocument } from '@isobar/contract/catalogue/metadata-document.ts';
import { formatInstant, parseInstant } from '@isobar/contract/time.ts';

/** Sorts after everything of this archive. */
const WEIGHT = 90;
/** End date of records that are still growing, far enough in the future for every date filter. */
const OPEN_END = '2100-01-01T00:00:00Z';

export function externalDocument(record: ExternalRecord): MetadataDocument {
  const id = `${record.data_repository}_${record.alternateName}`;
  const { startDate, endDate } = record.temporalCoverage;
  const start = instant(startDate);
  return {
    id,
    data_repository: record.data_repository,
    instrument_id: id,
    instrument_measurement_id: id,
    instrument_code: record.alternateName,
    instrument_name: record.name,
    instrument_name_text: record.name,
    name: record.name,
    alternateName: record.alternateName,
    description: record.description,
    keywords: record.keywords,
    doi: record.doi,
    source_class_code: 'extobs',
    source_class_weight: WEIGHT,
    ...(start ? { start_date: start, monitor_start: start } : {}),
    end_date: instant(endDate) ?? OPEN_END,
    ...(record.references[0] ? { link_url: record.references[0].url } : {}),
    external_record: JSON.stringify(record),
  };
}

function instant(text: string): string | undefined {
  const seconds = parseInstant(text);
  return seconds === null ? undefined : formatInstant(seconds);
}
