// The file formats that a person may order, one row each. The netcdf package knows the format
// itself by its maker.

type FormatRow = {
  /** Code in the order request. */
  readonly code: string;
  /** Label in the checkout. */
  readonly label: string;
  /** The format's name in the netcdf package. */
  readonly maker: string;
  /** What replaces it at aerial facilities. */
  readonly aerial?: { readonly label: string; readonly maker: string };
};

export const FILE_FORMATS = [
  { code: 'ANDR', label: 'NetCDF', maker: 'netcdf' },
  {
    code: 'NCSV',
    label: 'ASCII-CSV',
    maker: 'csv',
    aerial: { label: 'ASCII-CSV (ICARTT for aircraft)', maker: 'icartt' },
  },
  { code: 'PARQ', label: 'Parquet', maker: 'parquet' },
] as const satisfies readonly FormatRow[];

type Row = (typeof FILE_FORMATS)[number];

/** A file format that a person chooses. */
export type FileFormat = Row['code'];
export type Maker = Row['maker'] | Extract<Row, { aerial: unknown }>['aerial']['maker'];

/**
 * What a request may name as formats: the file formats, and SMQC, which masks by embedded quality
 * variables.
 */
export const OUTPUT_FORMATS = [...FILE_FORMATS.map(({ code }) => code), 'SMQC'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Label and maker of a file format; undefined for the code of a filter. */
export function formatOf(
  code: OutputFormat,
  isAerial: boolean,
): { readonly label: string; readonly maker: Maker } | undefined {
  const row = FILE_FORMATS.find((one) => one.code === code);
  return row && isAerial && 'aerial' in row ? row.aerial : row;
}
