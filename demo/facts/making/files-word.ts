// How the files of a stream are cut: as its design says, or longer where day files would be too many for a demo.
import type { Design } from '../../design.ts';

/** Streams that keep day files (or soundings) over their whole record, however long. */
export const WHOLE = new Set([
  'sgpmetE13.b1',
  'sgpsondewnpnC1.b1',
  'sgpsirsE13.b1',
  'sgpceilC1.b1',
  'sgpkazrcfrgeC1.a1',
  'sgpmplpolfsC1.b1',
  'nsametC1.b1',
  'enametC1.b1',
  'twpsondewnpnC3.b1',
  'nsaceilC1.b1',
  'enakazrcfrgeC1.a1',
  'sgprlC1.a0',
  'bnfmetM1.b1',
]);

/** Days that a stream may have as day files before it gets month files. */
const MOST_DAYS = 430;

/** The word for the column `files` of facts/datastreams.csv; '' where the design's own span holds. */
export function filesWord(
  datastream: string,
  level: string,
  dates: { readonly start: string; readonly end: string },
  design: Design,
): string {
  const days = (Date.parse(dates.end) - Date.parse(dates.start)) / 86_400_000;
  if (design.span === 'sounding') return soundings(datastream, days);
  if (design.span === 'scan') return days > 500 ? 'scan1' : days > 150 ? 'scan2' : 'scan12';
  if (WHOLE.has(datastream) || design.span === 'flight' || design.span === 'tether') return '';
  const many = days > MOST_DAYS;
  if (many && (design.span === 'hour' || design.span === 'quarter')) return 'day';
  if (design.span !== 'day') return '';
  if (monthBytes(design) > LARGEST_MONTH) return many ? `day${Math.ceil(days / MOST_DAYS)}` : '';
  if (many) return 'month';
  return level.startsWith('c') && days > 260 && design.step >= 60 ? 'month' : '';
}

/** A month in one file would be too much to handle beyond this many bytes; such streams keep fewer days instead. */
const LARGEST_MONTH = 60e6;

function monthBytes({ variables, dimensions, step }: Design): number {
  const values = variables
    .filter((variable) => variable.perSample)
    .map(({ dimensions: own, checked }) => {
      const elements = own.reduce((n, name) => n * (dimensions.get(name) ?? 1), 1);
      return elements * (checked ? 8 : 4);
    });
  const record = values.reduce((sum, bytes) => sum + bytes, 16);
  return (record * 30 * 86_400) / step;
}

function soundings(datastream: string, days: number): string {
  if (datastream === 'sgpsondewnpnC1.b1') return 'sounding4';
  return WHOLE.has(datastream) || days <= MOST_DAYS ? 'sounding2' : 'sounding1';
}
