// One row of the results: a document of the metadata index, parsed, with its JSON fields opened.

import {
  type DatastreamEntry,
  type DqrDate,
  OWN_REPOSITORY,
} from '@isobar/contract/catalogue/metadata-document.ts';
import { isRecord } from '@isobar/contract/json-record.ts';
import { listOf, textOf } from '@isobar/contract/search/reply.ts';

/** Texts are empty where the document has none; dates are ISO 8601 UTC. */
export type ResultRow = {
  readonly id: string;
  readonly instrumentId: string;
  readonly instrumentCode: string;
  readonly instrumentName: string;
  readonly instrumentClassCode: string;
  readonly instrumentClassName: string;
  readonly instrumentCategoryCodes: readonly string[];
  readonly instrumentCategoryNames: readonly string[];
  readonly instrumentMeasurementId: string;
  readonly measurementId: string;
  readonly inputInstrumentClassCodes: readonly string[];
  readonly datastream: string;
  readonly varName: string;
  readonly measurementCode: string;
  readonly measurementName: string;
  readonly measurementDesc: string;
  readonly sourceClassCode: string;
  readonly sourceClassName: string;
  readonly dataLevel: string;
  readonly description: string;
  /** 1 high, 2 medium, 3 low; null: not recommended. */
  readonly priority: number | null;
  readonly siteCode: string;
  readonly siteName: string;
  readonly facilityCode: string;
  readonly facilityName: string;
  readonly ffac: string;
  readonly datastreams: readonly DatastreamEntry[];
  readonly dqrDates: readonly DqrDate[];
  readonly monitorStart: string;
  readonly monitorEnd: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly location: string;
  readonly linkUrl: string;
  readonly linkXml: string;
  readonly iopTitle: string;
  readonly iopLongName: string;
  readonly iopShortName: string;
  readonly uiText: string;
  readonly limitedAccess: boolean;
  readonly repository: string;
  readonly name: string;
  readonly alternateName: string;
  readonly doi: string;
  readonly scanNames: readonly string[];
  readonly epochCodes: readonly string[];
  readonly hasPlots: boolean;
  readonly samplingInterval: string;
  /** JSON of the external record; empty for the archive's own. */
  readonly externalRecord: string;
};

type Source = Readonly<Record<string, unknown>>;

/** A document as a row. What does not fit is left out rather than failing the page. */
export function readRow(source: Source): ResultRow {
  const priority = source.priority;
  return {
    id: textOf(source, 'id'),
    instrumentId: textOf(source, 'instrument_id'),
    instrumentCode: textOf(source, 'instrument_code'),
    instrumentName: textOf(source, 'instrument_name'),
    instrumentClassCode: textOf(source, 'instrument_class_code'),
    instrumentClassName: textOf(source, 'instrument_class_name'),
    instrumentCategoryCodes: listOf(source, 'instrument_category_code'),
    instrumentCategoryNames: listOf(source, 'instrument_category_name'),
    instrumentMeasurementId: textOf(source, 'instrument_measurement_id'),
    measurementId: textOf(source, 'measurement_id'),
    inputInstrumentClassCodes: listOf(source, 'input_instrument_class_codes'),
    datastream: textOf(source, 'datastream'),
    varName: textOf(source, 'var_name'),
    measurementCode: textOf(source, 'primary_meas_type_code'),
    measurementName: textOf(source, 'primary_meas_type_name'),
    measurementDesc: textOf(source, 'primary_meas_type_desc'),
    sourceClassCode: textOf(source, 'source_class_code'),
    sourceClassName: textOf(source, 'source_class_name'),
    dataLevel: textOf(source, 'dataLevel'),
    description: textOf(source, 'description'),
    priority: typeof priority === 'number' ? priority : null,
    siteCode: textOf(source, 'site_code'),
    siteName: textOf(source, 'site_name'),
    facilityCode: textOf(source, 'facility_code'),
    facilityName: textOf(source, 'facility_name'),
    ffac: textOf(source, 'ffac'),
    datastreams: readEntries(textOf(source, 'datastreams')),
    dqrDates: readDqrDates(textOf(source, 'dqr_dates')),
    monitorStart: textOf(source, 'monitor_start'),
    monitorEnd: textOf(source, 'monitor_end'),
    startDate: textOf(source, 'start_date'),
    endDate: textOf(source, 'end_date'),
    location: textOf(source, 'location'),
    linkUrl: textOf(source, 'link_url'),
    linkXml: textOf(source, 'link_xml'),
    iopTitle: textOf(source, 'iop_title'),
    iopLongName: textOf(source, 'iopLongName'),
    iopShortName: textOf(source, 'iopShortName'),
    uiText: textOf(source, 'ui_text'),
    limitedAccess: source.limited_access === true,
    repository: textOf(source, 'data_repository'),
    name: textOf(source, 'name'),
    alternateName: textOf(source, 'alternateName'),
    doi: textOf(source, 'doi'),
    scanNames: listOf(source, 'scan_names'),
    epochCodes: listOf(source, 'epoch_codes'),
    hasPlots: source.has_plots === true,
    samplingInterval: textOf(source, 'sampling_interval'),
    externalRecord: textOf(source, 'external_record'),
  };
}

export const isExternal = (row: Pick<ResultRow, 'repository'>): boolean =>
  row.repository !== '' && row.repository !== OWN_REPOSITORY;

/** The `dqr_dates` or `dqrDates` JSON; entries of a different form are left out. */
export const readDqrDates = (json: string): readonly DqrDate[] => parseList(json).filter(isDqrDate);

const isDqrDate = (item: unknown): item is DqrDate =>
  Array.isArray(item) &&
  item.length === 4 &&
  item.slice(0, 3).every((text) => typeof text === 'string') &&
  typeof item[3] === 'number';

/** The `datastreams` JSON; entries of a different form are left out. */
export const readEntries = (json: string): readonly DatastreamEntry[] =>
  parseList(json).flatMap(readEntry);

/**
 * A page has a thousand of them, which a schema takes milliseconds to walk through; this does not.
 */
function readEntry(item: unknown): readonly DatastreamEntry[] {
  if (!isRecord(item)) return [];
  const { datastream, startDate, endDate, dataLevel } = item;
  const { dataLevelDescription = '', siteCode = '', facilityCode = '' } = item;
  const { instrumentClassCode = '', uiText = '', dqrDates = '[]' } = item;
  const { hasPlots = false, limitedAccess = false } = item;
  if (typeof datastream !== 'string' || typeof dataLevel !== 'string') return [];
  if (typeof startDate !== 'string' || typeof endDate !== 'string') return [];
  if (typeof dataLevelDescription !== 'string' || typeof instrumentClassCode !== 'string')
    return [];
  if (typeof siteCode !== 'string' || typeof facilityCode !== 'string') return [];
  if (typeof uiText !== 'string' || typeof dqrDates !== 'string') return [];
  if (typeof hasPlots !== 'boolean' || typeof limitedAccess !== 'boolean') return [];
  return [
    {
      datastream,
      startDate,
      endDate,
      dataLevel,
      dataLevelDescription,
      hasPlots,
      siteCode,
      facilityCode,
      instrumentClassCode,
      uiText,
      limitedAccess,
      dqrDates,
    },
  ];
}

function parseList(json: string): readonly unknown[] {
  if (json === '') return [];
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
