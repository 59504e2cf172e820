// Sizes as the product shows them: decimal units (decision 1002).
import { formatCount } from './count.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/**
 * Bytes -> '0 bytes', '12.3 kB', '1.46 GB': three significant digits, thousands separators in
 * bytes.
 */
export function formatBytes(bytes: number): string {
  let power = 0;
  let value = Math.max(0, bytes);
  while (Number(value.toPrecision(3)) >= 1000 && power < UNITS.length - 1) {
    value /= 1000;
    power += 1;
  }
  if (power === 0) return `${withSeparators(value, 0)} ${value === 1 ? 'byte' : 'bytes'}`;
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Number(value.toPrecision(3)))));
  return `${withSeparators(value, digits)} ${UNITS[power]}`;
}

/** Bytes of a limit -> '1 TB', '2.5 GB': as formatBytes, without zeros at the end. */
export const roundBytes = (bytes: number): string =>
  formatBytes(bytes)
    .replace(/(\.\d*?)0+(?= )/, '$1')
    .replace(/\.(?= )/, '');

/**
 * Bytes above a limit -> '600 MB'; where rounding hides the difference, 'a little more than 200
 * MB'.
 */
export function bytesAbove(bytes: number, limit: number): string {
  const size = formatBytes(bytes);
  return size === formatBytes(limit) ? `a little more than ${roundBytes(limit)}` : size;
}

const GIGABYTE = 1e9;

/**
 * Bytes -> '12.35 MB', the size of an order in its history: bytes divided by 1e6, two decimals
 * (part 2 section 9). From a gigabyte on with the unit that all other places use: '990,000.00 MB
 * (990 GB)'.
 */
export function formatMegabytes(bytes: number): string {
  const megabytes = `${withSeparators(bytes / 1e6, 2)} MB`;
  return bytes < GIGABYTE ? megabytes : `${megabytes} (${formatBytes(bytes)})`;
}

/** 1234.5, 2 -> '1,234.50'. */
function withSeparators(value: number, decimals: number): string {
  const [whole = '', part] = value.toFixed(decimals).split('.');
  return formatCount(Number(whole)) + (part === undefined ? '' : `.${part}`);
}
