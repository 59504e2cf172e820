// What the curated tables could say about a datastream and do not: the lines to put into which
// table, as the files suggest them.
import { NO_SITE } from '@isobar/contract/places/not-stated.ts';
import { patternOfName } from '../../core/catalogue/file-name.ts';
import type { Header } from '../../core/catalogue/header.ts';
import { headerNames } from '../../core/catalogue/header-names.ts';
import type { Measured } from '../../core/catalogue/measured.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { siteNameOf } from '../../core/tables/place-names.ts';
import type { TableFile } from '../../core/tables/schemas.ts';

/** A line of a table by its columns; columns that it lacks are empty. */
export interface SuggestedLine {
  readonly table: TableFile;
  readonly cells: Readonly<Record<string, string>>;
}

export interface SuggestInput {
  readonly row: {
    readonly datastream: string;
    readonly site_code: string;
    readonly facility_code: string;
    readonly datastream_class: string;
    readonly data_level: string;
  };
  /** Of its newest design; null: no file has a readable header. */
  readonly header: Header | null;
  readonly measured: readonly Measured[];
  /** One of its files, within the archive. */
  readonly path: string;
  readonly tables: CuratedTables;
}

/**
 * Table lines that would solve this problem of the datastream; if measurements are missing, a line
 * for each. Empty if no table can help.
 */
export function suggestedLines(problem: string, input: SuggestInput): readonly SuggestedLine[] {
  return Object.hasOwn(SUGGESTIONS, problem) ? (SUGGESTIONS[problem]?.(input) ?? []) : [];
}

const SUGGESTIONS: Readonly<Record<string, (input: SuggestInput) => readonly SuggestedLine[]>> = {
  'unknown-site': siteLine,
  'unknown-facility': facilityLine,
  'no-place': facilityLine,
  'unknown-class': classLine,
  'own-measurement': measurementLines,
  'no-measurement': measurementLines,
  'no-datastream': patternLine,
  'no-time': patternLine,
};

function siteLine({ row, header }: SuggestInput): readonly SuggestedLine[] {
  if (row.site_code === NO_SITE) return [];
  const name = (header && headerNames(row, header).site) || siteNameOf(row.site_code);
  const short = row.site_code.length <= 4 ? row.site_code.toUpperCase() : '';
  const cells = { site_code: row.site_code, site_name: name, short_name: short };
  return [{ table: 'sites.csv', cells }];
}

function facilityLine({ row, header, tables }: SuggestInput): readonly SuggestedLine[] {
  if (row.site_code === NO_SITE) return [];
  // its line is there and lacks the place
  if (tables.facility(row.site_code, row.facility_code)) return [];
  const place = header?.place;
  const name = (header && headerNames(row, header).facility) || row.facility_code;
  const cells = {
    site_code: row.site_code,
    facility_code: row.facility_code,
    facility_name: name,
    latitude: place ? String(place.latitude) : '',
    longitude: place ? String(place.longitude) : '',
    elevation_m: place?.altitude == null ? '' : String(place.altitude),
  };
  return [{ table: 'facilities.csv', cells }];
}

function classLine({ row, header }: SuggestInput): readonly SuggestedLine[] {
  const { attributes } = header ?? { attributes: {} as Header['attributes'] };
  const title = attributes.title ?? attributes.source ?? row.datastream_class.replaceAll('-', ' ');
  const cells = {
    instrument_class_code: row.datastream_class,
    instrument_class_name: shortened(title),
    source_class_codes: 'armobs',
    description: shortened(attributes.summary ?? attributes.comment ?? ''),
  };
  return [{ table: 'instrument-classes.csv', cells }];
}

/** Most lines for one datastream. */
const MOST_VARIABLES = 100;

function measurementLines({ row, measured, tables }: SuggestInput): readonly SuggestedLine[] {
  const own = measured.filter(({ code, variable }) => variable && !tables.measurement(code));
  return own.slice(0, MOST_VARIABLES).flatMap(({ code, variable, name }): SuggestedLine[] => {
    const near = nearMeasurement(name, tables);
    const line: SuggestedLine = {
      table: 'instrument-measurements.csv',
      cells: {
        instrument_class_code: row.datastream_class,
        primary_meas_type_code: near ?? code,
        var_name: variable?.name ?? '',
      },
    };
    if (near) return [line];
    const cells = { primary_meas_type_code: code, name: shortened(name) };
    return [{ table: 'measurements.csv', cells }, line];
  });
}

/**
 * The measurement that the longest run of words in this name stands for; undefined: no word of it
 * is in the tables.
 */
function nearMeasurement(name: string, tables: CuratedTables): string | undefined {
  const words =
    name
      .toLowerCase()
      .match(/[a-z0-9.]+/g)
      ?.slice(0, 12) ?? [];
  for (let length = words.length; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const phrase = words.slice(from, from + length).join(' ');
      const code = phrase.length > 2 ? tables.measurementOfText(phrase) : undefined;
      if (code !== undefined) return code;
    }
  return undefined;
}

function patternLine({ row, path }: SuggestInput): readonly SuggestedLine[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const pattern = patternOfName(name);
  if (pattern === null) return [];
  const cells = {
    pattern,
    datastream: row.datastream,
    site_code: row.site_code === NO_SITE ? '' : row.site_code,
    facility_code: row.facility_code,
    datastream_class: row.datastream_class,
    data_level: row.data_level,
  };
  return [{ table: 'name-patterns.csv', cells }];
}

const LONGEST = 200;
const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
