// Code that opens a datastream as one array, in few lines of each language. Pure.
import type { ArrayInfo } from '../calls/arrays.ts';
import { juliaText, matlabText, pythonText, rText, shellText } from './quote.ts';

export interface ArrayCode {
  /** Addresses of one variant of one state. */
  readonly zarr: string;
  readonly dap: string;
  /** A variable along time alone. */
  readonly variable: string;
  /** Rows of the whole array. */
  readonly rows: number;
}

export interface ArrayLanguage {
  readonly key: string;
  readonly label: string;
  /** What has to be installed to run the code. */
  readonly needs: string;
  readonly write: (code: ArrayCode) => string;
}

type Shown = Pick<ArrayInfo['variables'][number], 'name' | 'type' | 'dimensions' | 'gridMethod'>;

/** Text is no number, and by DAP2 there are no integers of 64 bits. */
const UNSHOWN: ReadonlySet<string> = new Set(['char', 'int64', 'uint64']);

/**
 * The variable of an example: the first along time alone that every language can read, and that is
 * neither time nor about quality where there is such a one. `isGridded`: of those that are on time
 * grids.
 */
export function exampleVariable(variables: readonly Shown[], isGridded = false): string {
  const plain = variables.filter(
    ({ name, type, dimensions, gridMethod }) =>
      dimensions.join() === 'time' &&
      name !== 'time' &&
      !UNSHOWN.has(type) &&
      (!isGridded || gridMethod !== undefined),
  );
  const data = plain.find(({ name }) => !/^qc_|^(lat|lon|alt)$|__to_/.test(name)) ?? plain[0];
  return data?.name ?? 'time';
}

/** Rows that an example reads. */
const SHOWN_ROWS = 1440;

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** The last rows, where a variable that changed over the years has values; from 0. */
function shownRows({ rows }: ArrayCode) {
  const count = Math.min(rows, SHOWN_ROWS);
  return { first: rows - count, count };
}

/**
 * Python that opens an array, once xarray is imported. The address has both versions of Zarr, of
 * which xarray warns unless one is named; naming it also saves looking for the other.
 */
export const openedByXarray = (zarr: string): string =>
  `xarray.open_zarr(${pythonText(zarr)}, zarr_format=3, chunks=None)`;

export const ARRAY_LANGUAGES: readonly [ArrayLanguage, ...ArrayLanguage[]] = [
  {
    key: 'python',
    label: 'Python',
    needs: 'The packages xarray, zarr (from 3), fsspec and aiohttp.',
    write: ({ zarr, variable }) =>
      lines(
        'import xarray',
        `data = ${openedByXarray(zarr)}`,
        `print(data[${pythonText(variable)}][-${SHOWN_ROWS}:].to_series())`,
      ),
  },
  {
    key: 'r',
    label: 'R',
    needs: 'The package ncdf4 with OPeNDAP, which it has on Linux and macOS.',
    write: (code) => {
      const { first, count } = shownRows(code);
      return lines(
        'library(ncdf4)',
        `data <- nc_open(${rText(code.dap)})`,
        `print(ncvar_get(data, ${rText(code.variable)}, start = ${first + 1}, count = ${count}))`,
      );
    },
  },
  {
    key: 'matlab',
    label: 'MATLAB or Octave',
    needs: 'MATLAB from R2016b, or Octave with its package netcdf.',
    write: (code) => {
      const { first, count } = shownRows(code);
      return lines(
        "if exist('OCTAVE_VERSION', 'builtin'), pkg load netcdf, end",
        `address = ${matlabText(code.dap)};`,
        `values = ncread(address, ${matlabText(code.variable)}, ${first + 1}, ${count})`,
      );
    },
  },
  {
    key: 'julia',
    label: 'Julia',
    needs: 'The package NCDatasets.',
    write: (code) =>
      lines(
        'using NCDatasets',
        `data = NCDataset(${juliaText(code.dap)})`,
        `println(data[${juliaText(code.variable)}][${shownRows(code).first + 1}:end])`,
      ),
  },
  {
    key: 'idl',
    label: 'IDL or Panoply',
    needs: 'IDL or GDL with OPeNDAP; in Panoply open the address as a remote data set.',
    write: (code) => {
      const { first, count } = shownRows(code);
      return lines(
        `data = ncdf_open(${matlabText(code.dap)})`,
        `ncdf_varget, data, ${matlabText(code.variable)}, values, offset = ${first}, count = ${count}`,
        'print, values',
      );
    },
  },
  {
    key: 'curl',
    label: 'curl',
    needs: 'curl. What comes is DAP2: numbers of 4 or 8 bytes, big endian, behind a description.',
    write: (code) => {
      const rows = `[${shownRows(code).first}:1:${code.rows - 1}]`;
      const address = `${code.dap}.dods?time${rows},${code.variable}${rows}`;
      return lines(`curl --globoff --fail --output values.dods ${shellText(address)}`);
    },
  },
];
