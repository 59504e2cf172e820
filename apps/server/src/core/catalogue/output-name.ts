// Names of the files that an order makes; `custom` says that a file is not the archive's own. Pure.
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { OUTPUT_FORMATS, type OutputFormat, type PartName } from '@isobar/netcdf';
import { safeName } from './safe-name.ts';

/** Copies and NetCDF keep the ending of the source, where that is one of NetCDF. */
type Make = 'copy' | OutputFormat;

/**
 * sgpmetE13.b1.20190101.000000.cdf -> sgpmetE13.b1.20190101.000000.custom.cdf, .custom.csv, or
 * ICARTT's form.
 */
export function singleName(source: string, part: PartName, make: Make): string {
  const { stem, extension } = split(source);
  const base = stem.replace(/\.custom$/, '');
  if (make === 'icartt') return icarttName(base, part.firstTime);
  return `${base}.custom${numbered(part)}.${extensionFor(make, extension)}`;
}

/** Named by its first and last time: sgpmetE13.b1.20190101.000000.20190103.235900.custom.cdf. */
export function joinedName(datastream: string, source: string, part: PartName, make: Make): string {
  const stamps = `${stamp(part.firstTime)}.${stamp(part.lastTime)}`;
  return `${datastream}.${stamps}.custom.${extensionFor(make, split(source).extension)}`;
}

/** On a time grid: sgpmetE13.b1.grid300s.custom.nc. */
export const gridName = (of: string, step: number, extension: string): string =>
  `${safeName(of)}.grid${step}s.custom.${extension}`;

/** ICARTT: data, place, day and time, revision. */
function icarttName(stem: string, firstTime: number): string {
  const parts = parseDatastream(stem.split('.').slice(0, 2).join('.'));
  const when = stamp(firstTime).replace('.', '');
  if (!parts) return `${stem.replaceAll('_', '-')}_${when}_R0.ict`;
  const { siteCode, classCode, facilityCode, dataLevel } = parts;
  return `${classCode}-${dataLevel}_${siteCode}${facilityCode}_${when}_R0.ict`;
}

const numbered = (part: PartName): string => (part.part === 0 ? '' : `.${part.part + 1}`);

/** Endings of text tables, which become NetCDF when they are cut or masked. */
const OF_TEXT = /^(ict|csv|tsv|txt|dat|asc)$/i;

const extensionFor = (make: Make, source: string): string => {
  const own = make === 'copy' ? null : OUTPUT_FORMATS[make].extension;
  return own ?? (source === '' || OF_TEXT.test(source) ? 'nc' : source);
};

/** Seconds UTC -> YYYYMMDD.HHMMSS. */
function stamp(seconds: number): string {
  const digits = formatInstant(seconds).replace(/\D/g, '');
  return `${digits.slice(0, 8)}.${digits.slice(8)}`;
}

function split(source: string): { stem: string; extension: string } {
  const name = safeName(source);
  const dot = name.lastIndexOf('.');
  return dot > 0
    ? { stem: name.slice(0, dot), extension: name.slice(dot + 1) }
    : { stem: name, extension: '' };
}
