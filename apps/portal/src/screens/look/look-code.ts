// Code that reads exactly what is shown: a variable of an array, from one time to another. Pure.
import { openedByXarray } from '@isobar/contract/code/array-code.ts';
import { matlabText, pythonText, rText, shellText } from '@isobar/contract/code/quote.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Window } from '../../parts/look/window.ts';

export interface LookCode {
  /** Addresses of one variant of one state; null: the array is not there yet. */
  readonly zarr: string | null;
  readonly dap: string | null;
  /** Address of the window's call. */
  readonly address: string;
  readonly variable: string;
  /** 2: with levels. */
  readonly dimensions: number;
  readonly window: Window;
}

export const LOOK_LANGUAGES = ['Python', 'R', 'MATLAB', 'curl'] as const;
export type LookLanguage = (typeof LOOK_LANGUAGES)[number];

/** One line of Python that opens some variables of an array from one time to another. */
export function openedInPython(zarr: string, variables: readonly string[], window: Window): string {
  const names = variables.map(pythonText).join(', ');
  return `import xarray; data = ${openedByXarray(zarr)}[[${names}]].sel(time=${sliceOf(window)})`;
}

function sliceOf({ from, to }: Window): string {
  const plain = (seconds: number) => pythonText(formatInstant(seconds).replace('Z', ''));
  return `slice(${plain(from)}, ${plain(to - 1)})`;
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** Null: this language needs the array, which is not there. */
export function lookCode(language: LookLanguage, code: LookCode): string | null {
  const { zarr, dap, variable, window, dimensions } = code;
  const hasLevels = dimensions === 2;
  const times = `time >= ${window.from} & time < ${window.to}`;
  switch (language) {
    case 'Python': {
      if (zarr === null) return null;
      return lines(
        'import xarray',
        `data = ${openedByXarray(zarr)}`,
        `part = data[${pythonText(variable)}].sel(time=${sliceOf(window)})`,
        hasLevels ? 'print(part)' : 'print(part.to_series())',
      );
    }
    case 'R': {
      if (dap === null) return null;
      const [start, count] = hasLevels
        ? ['c(1, rows[1])', 'c(-1, length(rows))']
        : ['rows[1]', 'length(rows)'];
      return lines(
        'library(ncdf4)',
        `data <- nc_open(${rText(dap)})`,
        'time <- ncvar_get(data, "time")',
        `rows <- which(${times})`,
        `values <- ncvar_get(data, ${rText(variable)}, start = ${start}, count = ${count})`,
        'when <- as.POSIXct(time[rows], origin = "1970-01-01", tz = "UTC")',
      );
    }
    case 'MATLAB': {
      if (dap === null) return null;
      const range = hasLevels ? '[1 rows(1)], [Inf numel(rows)]' : 'rows(1), numel(rows)';
      return lines(
        `address = ${matlabText(dap)};`,
        "time = ncread(address, 'time');",
        `rows = find(${times});`,
        `values = ncread(address, ${matlabText(variable)}, ${range});`,
        "when = datetime(time(rows), 'ConvertFrom', 'posixtime');",
      );
    }
    case 'curl':
      return lines(`curl --fail --output window.json ${shellText(code.address)}`);
  }
}
