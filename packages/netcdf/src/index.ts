// Everything that others may use of this package; a test pins this list.
export { findAttribute, numberAttribute, numbersAttribute, textAttribute } from './attribute.ts';
export { type ByteSource, bytesSource, fileSource } from './byte-source.ts';
export { ClassicWriter } from './classic/classic-writer.ts';
export {
  type ClassicLayout,
  classicLayout,
  type Definition,
  type DimensionDefinition,
  type PlacedVariable,
  type VariableDefinition,
} from './classic/layout.ts';
export type {
  Attribute,
  Dataset,
  Dimension,
  Format,
  NcType,
  NumericArray,
  Values,
  Variable,
} from './dataset.ts';
export { encodeBigEndian } from './element.ts';
export { NetcdfError, type NetcdfErrorCode } from './netcdf-error.ts';
export { openDataset } from './open.ts';
export { charRows } from './text-bytes.ts';
export { parseTimeUnits, type TimeUnits } from './time/time-units.ts';
