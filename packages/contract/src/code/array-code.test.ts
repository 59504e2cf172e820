import { expect, it } from 'vitest';
import { ARRAY_LANGUAGES } from './array-code.ts';

const ADDRESSES = { zarr: 'https://x.example/clean.zarr', dap: 'https://x.example/clean.dap' };
const written = (key: string, rows: number): string =>
  ARRAY_LANGUAGES.find((one) => one.key === key)?.write({ ...ADDRESSES, variable: 't', rows }) ??
  '';

it.each([
  ['r', 'start = 3561, count = 1440', 'start = 1, count = 10'],
  ['matlab', "'t', 3561, 1440)", "'t', 1, 10)"],
  ['julia', '[3561:end]', '[1:end]'],
  ['idl', 'offset = 3560, count = 1440', 'offset = 0, count = 10'],
  ['curl', 't[3560:1:4999]', 't[0:1:9]'],
])(
  'code in %s reads the last day of minutes, or all rows where there are fewer',
  (key, last, all) => {
    expect(written(key, 5000)).toContain(last);
    expect(written(key, 10)).toContain(all);
  },
);
