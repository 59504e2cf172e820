// What the curated tables and the files' own attributes say of one datastream, whatever it
// measures.

import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import type {
  DatastreamEntry,
  MetadataDocument,
} from '@isobar/contract/catalogue/metadata-document.ts';
import { touchesTime } from '@isobar/contract/quality/affected.ts';
import { OTHER_SITE } from '@isobar/contract/search/facets.ts';
import { formatInstant, parseInstant } from '@isobar/contract/time.ts';
import { isDescriptiveName } from '../../store/titles.ts';
import { accessPeriod } from '../quality/limited-access.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { dataDoi } from '../tables/data-doi.ts';
import { isNotStated, siteNameOf } from '../tables/place-names.ts';
import type { TableRow } from '../tables/schemas.ts';
import type { DescribedDatastream } from './described.ts';
import { drawableVariables } from './drawable.ts';
import { headerNames } from './header-names.ts';
import { type Measured, measurementsOf } from './measured.ts';
import { qualityDates } from './quality-dates.ts';

export interface DatastreamFacts {
  readonly described: DescribedDatastream;
  readonly instrumentClass: string;
  readonly sourceClass: string;
  readonly campaign: string | null;
  readonly limited: boolean;
  readonly uiText: string;
  /** 1 high to 3 low as the tables recommend the instrument class; null: not recommended. */
  readonly classPriority: number | null;
  readonly measurements: readonly Measured[];
  /** Variables whose days can be drawn. */
  readonly plotted: readonly string[];
  /** The fields that every document of this datastream shares. */
  readonly fields: Partial<MetadataDocument>;
}

/**
 * Classes of campaigns and investigators: never recommended, and a data product of their own in
 * each campaign.
 */
const CAMPAIGN_CLASSES: ReadonlySet<string> = new Set(['fc', 'iop', 'pi']);
const DEFAULT_PRIORITY = 3;

export function factsOf(described: DescribedDatastream, tables: CuratedTables): DatastreamFacts {
  const { row, header } = described;
  const product = tables.datastreamClass(row.datastream_class);
  const instrumentClass = tables.instrumentClassOf(row.datastream_class) ?? row.datastream_class;
  const classRow = tables.instrumentClass(instrumentClass);
  const notes = tables.notesOn(row.datastream);
  const lastNote = <K extends keyof (typeof notes)[number]>(key: K) =>
    notes.findLast((note) => note[key] !== '')?.[key];
  const campaign = lastNote('iop_short_name') || null;
  const sourceClass =
    lastNote('source_class_code') ||
    product?.source_class_code ||
    sourceClassOf(classRow?.source_class_codes ?? [], row.data_level);
  const isOfCampaignClass = CAMPAIGN_CLASSES.has(sourceClass);
  const shown = notes.filter((note) => note.access === '' || isOnLife(note, row));
  const limited = shown.some((note) => note.access !== '');
  const uiText = shown.findLast((note) => note.ui_text !== '')?.ui_text ?? '';
  const measurements = measurementsOf(
    {
      datastream: row.datastream,
      instrumentClass,
      datastreamClass: row.datastream_class,
      dataLevel: row.data_level,
      variables: described.variables,
    },
    tables,
  );
  return {
    described,
    instrumentClass,
    sourceClass,
    campaign,
    limited,
    uiText,
    classPriority: isOfCampaignClass ? null : classRow ? classRow.priority : DEFAULT_PRIORITY,
    measurements,
    plotted: row.undated
      ? []
      : drawableVariables(described.variables, measurements, described.dimensions),
    fields: {
      datastream: row.datastream,
      ...productFields(described, isOfCampaignClass ? campaign : null, tables),
      instrument_class_code: instrumentClass,
      einstclass: instrumentClass,
      input_instrument_class_codes: [...inputClasses(described, instrumentClass, tables)],
      ...sourceFields(sourceClass, classRow?.instrument_category_codes ?? [], tables),
      dataLevel: row.data_level,
      data_level_desc: tables.dataLevel(row.data_level)?.name ?? row.data_level,
      ...placeFields(described, tables),
      ...timeFields(described, tables),
      ...campaignFields(campaign, tables),
      limited_access: limited,
      ...(uiText ? { ui_text: uiText } : {}),
      ...optional('doi', doiOf(described, instrumentClass, tables)),
      ...optional(
        'sampling_interval',
        samplingOf(described) ?? classRow?.typical_sampling_interval,
      ),
      ...optional('model_type', product?.model_type),
      ...optional('large_scale_forcing', product?.large_scale_forcing),
      ...optional('simulation_date', product?.simulation_date),
      ...optional('microphysics', product?.microphysics),
      scan_names: described.scanNames,
      has_cdf_headers: header !== null,
    },
  };
}

/**
 * Whether there are data of the time whose access is limited: a note on a whole site reaches
 * datastreams that began after it.
 */
const isOnLife = (
  note: TableRow<'datastream-notes.csv'>,
  { start_s: start, end_s: end }: DescribedDatastream['row'],
): boolean => touchesTime(accessPeriod(note), [{ start, end }]);

/**
 * How the data product is called and described; `ofCampaign`: it is a product of its own in this
 * campaign.
 */
function productFields(
  { row, header }: DescribedDatastream,
  ofCampaign: string | null,
  tables: CuratedTables,
): Partial<MetadataDocument> {
  const product = tables.datastreamClass(row.datastream_class);
  const instrumentClass = tables.instrumentClassOf(row.datastream_class) ?? row.datastream_class;
  const classRow = tables.instrumentClass(instrumentClass);
  const title = header ? header.attributes.title : undefined;
  const className = classRow?.instrument_class_name ?? title ?? row.datastream_class;
  // Files of other archives describe themselves best: their instrument may have the name of an
  // instrument class of this one.
  const own = isDescriptiveName(row.datastream) ? undefined : header?.attributes;
  const productName =
    product?.name ||
    row.title ||
    (row.datastream_class === instrumentClass && tables.isOnlyClassNamed(className)
      ? className
      : `${className} (${row.datastream_class})`);
  const name = ofCampaign
    ? `${productName}, ${tables.campaign(ofCampaign)?.iop_name || ofCampaign}`
    : productName;
  return {
    instrument_id: ofCampaign ? `${row.datastream_class}_${ofCampaign}` : row.datastream_class,
    instrument_code: row.datastream_class,
    instrument_name: name,
    instrument_name_text: name,
    name,
    instrument_class_name: className,
    description:
      product?.description || own?.summary || row.title || classRow?.description || title || name,
  };
}

function sourceFields(
  sourceClass: string,
  categories: readonly string[],
  tables: CuratedTables,
): Partial<MetadataDocument> {
  const source = tables.sourceClass(sourceClass);
  const isAirborne = categories.includes('airborne');
  return {
    instrument_category_code: categories,
    instrument_category_name: categories.map((c) => tables.instrumentCategoryName(c)),
    source_class_code: sourceClass,
    source_class_name: source?.source_class_name ?? sourceClass,
    source_class_weight: tables.sourceClassWeight(sourceClass),
    results_data_type: source?.data_type_group ?? '',
    data_type_desc: isAirborne ? 'Aerial Data' : (source?.data_type_label ?? ''),
  };
}

function timeFields(
  described: DescribedDatastream,
  tables: CuratedTables,
): Partial<MetadataDocument> {
  const [start, end] = [formatInstant(described.row.start_s), formatInstant(described.row.end_s)];
  if (described.row.undated)
    return { filed_start_date: start, filed_end_date: end, timestamp: end };
  const epochs = tables.rows['epochs.csv'].filter((epoch) => isWithin(epoch, described));
  return {
    start_date: start,
    end_date: end,
    monitor_start: start,
    monitor_end: end,
    timestamp: end,
    epoch_codes: epochs.map((epoch) => epoch.epoch_code),
    epochs: epochs.map((epoch) => epoch.epoch_name || epoch.epoch_code),
  };
}

function campaignFields(code: string | null, tables: CuratedTables): Partial<MetadataDocument> {
  const campaign = code ? tables.campaign(code) : undefined;
  if (!code || !campaign) return {};
  const name = campaign.iop_name || code;
  return {
    iopShortName: code,
    iopLongName: name,
    iop_title: name,
    ...(campaign.link_url ? { link_url: campaign.link_url } : {}),
    ...(campaign.link_xml ? { link_xml: campaign.link_xml } : {}),
  };
}

/**
 * One entry of the `datastreams` JSON: this datastream among the levels of its product at its
 * facility.
 */
export const datastreamEntry = (facts: DatastreamFacts, tables: CuratedTables): DatastreamEntry => {
  const { row } = facts.described;
  return {
    datastream: row.datastream,
    startDate: row.undated ? '' : formatInstant(row.start_s),
    endDate: row.undated ? '' : formatInstant(row.end_s),
    dataLevel: row.data_level,
    dataLevelDescription: tables.dataLevel(row.data_level)?.name ?? row.data_level,
    hasPlots: facts.plotted.length > 0,
    siteCode: row.site_code,
    facilityCode: row.facility_code,
    instrumentClassCode: facts.instrumentClass,
    uiText: facts.uiText,
    limitedAccess: facts.limited,
    dqrDates: JSON.stringify(qualityDates(facts.described, [], tables)),
  };
};

const optional = (field: keyof MetadataDocument, value: string | undefined) =>
  value ? { [field]: value } : {};

/**
 * The only source class that the instrument class has; if it has several, derived for levels c and
 * s and observed below.
 */
function sourceClassOf(codes: readonly string[], dataLevel: string): string {
  if (codes.length === 1) return codes[0] ?? '';
  const derived = /^[cs]/.test(dataLevel);
  const order = derived ? ['armderiv', 'armobs'] : ['armobs', 'armderiv'];
  return order.find((code) => codes.includes(code)) ?? codes[0] ?? order[0] ?? '';
}

function placeFields(
  described: DescribedDatastream,
  tables: CuratedTables,
): Partial<MetadataDocument> {
  const { site_code, facility_code } = described.row;
  const site = tables.site(site_code);
  const facility = tables.facility(site_code, facility_code);
  const told = described.header ? headerNames(described.row, described.header) : {};
  const place = placeOf(described, facility);
  const siteName = site?.site_name || told.site || siteNameOf(site_code);
  const isNoFacility = isNotStated(tables, site_code, facility_code);
  return {
    site_code,
    site_name: siteName,
    site_type: site?.site_type || OTHER_SITE,
    facility_code,
    facility_name:
      facility?.facility_name || told.facility || (isNoFacility ? siteName : facility_code),
    ffac: `${site_code}.${facility_code}`,
    location: place ? `${place.lat},${place.lon}` : null,
    ...(place ? { geo: place } : {}),
  };
}

/** The class itself, and those of the datastreams that the files say they were made from. */
function inputClasses(
  { header }: DescribedDatastream,
  instrumentClass: string,
  tables: CuratedTables,
): Set<string> {
  const classes = new Set([instrumentClass]);
  const inputs = `${header?.attributes.input_datastreams ?? ''} ${header?.attributes.input_source ?? ''}`;
  for (const word of inputs.split(/[\s,;:/]+/)) {
    const product = parseDatastream(word)?.classCode;
    const input = product && tables.instrumentClassOf(product);
    if (input) classes.add(input);
  }
  return classes;
}

/**
 * The facility's place, else where the files say they were measured, else the middle of ACDD's
 * bounds.
 */
function placeOf(
  { header }: DescribedDatastream,
  facility: { latitude: number | null; longitude: number | null } | undefined,
): { lat: number; lon: number } | null {
  if (typeof facility?.latitude === 'number' && typeof facility.longitude === 'number')
    return { lat: facility.latitude, lon: facility.longitude };
  if (!header) return null;
  if (header.place) return { lat: header.place.latitude, lon: header.place.longitude };
  const bound = (name: string) => Number(header.attributes[`geospatial_${name}`] ?? Number.NaN);
  const middle = (axis: string) => {
    const [low, high] = [bound(`${axis}_min`), bound(`${axis}_max`)];
    return Number.isFinite(high) ? (low + high) / 2 : low;
  };
  const [lat, lon] = [middle('lat'), middle('lon')];
  const real = Math.abs(lat) <= 90 && Math.abs(lon) <= 360;
  return real ? { lat, lon: lon > 180 ? lon - 360 : lon } : null;
}

function doiOf(
  { row, header }: DescribedDatastream,
  instrumentClass: string,
  tables: CuratedTables,
): string | undefined {
  const data = { siteCode: row.site_code, productCode: row.datastream_class, instrumentClass };
  return dataDoi(tables, data, header?.attributes.doi) ?? undefined;
}

const samplingOf = ({ header }: DescribedDatastream): string | undefined =>
  header ? header.attributes.sampling_interval : undefined;

function isWithin(
  epoch: CuratedTables['rows']['epochs.csv'][number],
  { row }: DescribedDatastream,
): boolean {
  if (epoch.site_codes.length > 0 && !epoch.site_codes.includes(row.site_code)) return false;
  return epoch.dates.some((day) => {
    const at = parseInstant(day);
    return at !== null && at + 86_399 >= row.start_s && at <= row.end_s;
  });
}
