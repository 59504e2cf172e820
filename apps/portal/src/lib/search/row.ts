// One row of the results: a document of the metadata index, parsed, with its JSON fields opened.

import {
  type DatastreamEntry,
  type DqrDate,
  OWN_REPOSITORY,
} from '@isobar/contract/catalogue/metadata-document.ts';
import { listOf, textOf } from '@isobar/contract/search/reply.ts';
import * as z from 'zod/mini';

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

const dqrDate = z.tuple([z.string(), z.string(), z.string(), z.number()]);
const entry = z.object({
  datastream: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  dataLevel: z.string(),
  dataLevelDescription: z._default(z.string(), ''),
  hasPlots: z._default(z.boolean(), false),
  siteCode: z._default(z.string(), ''),
  facilityCode: z._default(z.string(), ''),
  instrumentClassCode: z._default(z.string(), ''),
  uiText: z._default(z.string(), ''),
  limitedAccess: z._default(z.boolean(), false),
  dqrDates: z._default(z.string(), '[]'),
});

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
export function readDqrDates(json: string): readonly DqrDate[] {
  return parseList(json).flatMap((item) => {
    const parsed = z.safeParse(dqrDate, item);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The `datastreams` JSON; entries of a different form are left out. */
export function readEntries(json: string): readonly DatastreamEntry[] {
  return parseList(json).flatMap((item) => {
    const parsed = z.safeParse(entry, item);
    return parsed.success ? [parsed.data] : [];
  });
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
