// The one error that this package throws on purpose, with a code that callers can switch on.

/**
 * - `not-netcdf`: the first bytes are neither classic NetCDF nor HDF5, or an HDF5 file that is not NetCDF-4 shaped.
 * - `truncated`: the file ends before its header says it should.
 * - `corrupt`: the header or a chunk contradicts itself.
 * - `unsupported`: valid, but a feature that this package does not read or write (the message says which).
 * - `no-such-variable`: the message holds the nearest names.
 * - `out-of-range`: rows outside the leading axis were asked for.
 * - `no-time`: no usable time axis where one is needed.
 * - `invalid`: a definition, a column or a job that cannot be carried out; a mistake of the caller.
 * - `unreadable`: the operating system or the byte source refused; see `cause`.
 * - `endless`: reading the file did not come to an end, so it was given up.
 * - `closed`: the dataset or writer was used after it was closed.
 */
export type NetcdfErrorCode =
  | 'not-netcdf'
  | 'truncated'
  | 'corrupt'
  | 'unsupported'
  | 'no-such-variable'
  | 'out-of-range'
  | 'no-time'
  | 'invalid'
  | 'unreadable'
  | 'endless'
  | 'closed';

export class NetcdfError extends Error {
  readonly code: NetcdfErrorCode;

  constructor(code: NetcdfErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NetcdfError';
    this.code = code;
  }
}
