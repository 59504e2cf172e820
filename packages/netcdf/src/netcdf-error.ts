// The one error that this package throws on purpose, with a code that callers can switch on.

/**
 * - `not-netcdf`: the first bytes are neither classic NetCDF nor HDF5, or an HDF5 file that is not
 *   NetCDF-4 shaped.
 * - `truncated`: the file ends before its header says it should.
 * - `corrupt`: the header or a chunk contradicts itself.
 * - `unsupported`: valid, but a feature that this package does not read or write (the message says
 *   which).
 * - `no-such-variable`: the message holds the nearest names.
 * - `out-of-range`: rows outside the leading axis were asked for.
 * - `no-time`: no usable time axis where one is needed.
 * - `invalid`: a definition, a column or a job that cannot be carried out; a mistake of the caller.
 * - `unreadable`: the operating system or the byte source refused; see `cause`.
 * - `endless`: reading the file did not come to an end, so it was stopped after a timeout.
 * - `changed`: a file of a series is no longer as it was described.
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
  | 'changed'
  | 'closed';

export class NetcdfError extends Error {
  readonly code: NetcdfErrorCode;

  constructor(code: NetcdfErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NetcdfError';
    this.code = code;
  }
}

/** Thrown by a job of `oneFile` whose contents do not fit into one. */
export class NeedsSeveralFiles extends NetcdfError {
  /** What the inputs differ in; absent: there are too many values. */
  readonly difference: string | undefined;

  constructor(difference: string | undefined) {
    super(
      'invalid',
      `The files do not fit into one: ${difference ?? 'there are too many values'}.`,
    );
    this.name = 'NeedsSeveralFiles';
    this.difference = difference;
  }
}
