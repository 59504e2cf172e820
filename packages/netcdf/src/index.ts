// Everything that others may use of this package; a test pins this list.
export { numbersAttribute, textAttribute } from './attribute.ts';
export { shuffle, unshuffle } from './byte-planes.ts';
export { type ByteSource, blocksOf, bytesSource, fileSource } from './byte-source.ts';
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
export { typeBytes } from './element.ts';
export { type FileExtent, type FileGroup, fileGroups, filesAround } from './grid/file-groups.ts';
export type { GridVariable } from './grid/grid-series.ts';
export {
  type GridableVariable,
  type GridMethod,
  METHODS as GRID_METHODS,
  proposedMethod,
  refusal,
  speedOf,
} from './grid/method.ts';
export { isGridStep } from './grid/output-cells.ts';
export { openSeriesGrid, type SeriesGrid } from './grid/series-grid.ts';
export { type GridFile, type GridSource, writeGrid } from './grid/write-grid.ts';
export type { KnownVariables } from './hdf5/hdf5-dataset.ts';
export { Hdf5Writer } from './hdf5/hdf5-writer.ts';
export { concatenate } from './job/concatenate.ts';
export { type FlagPlaces, placesInFile } from './job/flag-places.ts';
export type {
  ConcatenateJob,
  JobInput,
  JobProblem,
  JobProgress,
  JobResult,
  MaskSpan,
  PartName,
  Streamed,
  WrittenFile,
} from './job/job.ts';
export { missingValues } from './job/missing.ts';
export { isOutputFormat, OUTPUT_FORMATS, type OutputFormat } from './job/output-formats.ts';
export { NOTES_ATTRIBUTE } from './job/output-schema.ts';
export {
  type Assessment,
  type FailingFlags,
  failing,
  failingFlags,
  qualityOf,
} from './job/quality-flags.ts';
export type { MergedVariable } from './job/schema.ts';
export { countTimes, timesInWords } from './job/time-order.ts';
export { NeedsSeveralFiles, NetcdfError, type NetcdfErrorCode } from './netcdf-error.ts';
export { itemsOf } from './numeric-array.ts';
export { openDataset } from './open.ts';
export { unpacked, unpackingOf } from './packing.ts';
export type { ChangedAspect, SeriesChange } from './series/changes.ts';
export type { LevelBox, SeriesChoice } from './series/choose.ts';
export { describeFile, type FileDescription } from './series/describe.ts';
export type { Masking } from './series/masking.ts';
export { withoutDay } from './series/meanings.ts';
export { openSeries } from './series/open-series.ts';
export {
  type EvenTimes,
  evenTimes,
  packTimes,
  putSpreadTimes,
  spreadTimes,
  unpackTimes,
} from './series/row-times.ts';
export type { Series, SeriesVariable } from './series/series.ts';
export type { PlacedFile, SeriesFile } from './series/series-file.ts';
export type { Constants, FileShape } from './series/shape.ts';
export {
  type ShapeParts,
  shapeFrom,
  shapeKey,
  shapeOfParts,
  shapeParts,
  shapeText,
} from './series/shape-text.ts';
export { type SeriesJob, writeSeries } from './series/write-series.ts';
export { descriptionsOf, isDescription } from './table/open-text.ts';
export { isLikeFormula } from './text/defuse.ts';
export type { IcarttInformation } from './text/icartt-information.ts';
export { longestCells } from './text/text-columns.ts';
export { charRows } from './text-bytes.ts';
export { type MaybeClock, onlyClock } from './time/only-clock.ts';
export {
  findTimeAxis,
  readTimeRange,
  readTimes,
  secondsIn,
  type TimeAxis,
  unitsOfTime,
} from './time/time-axis.ts';
export { parseTimeUnits, secondsAt, type TimeUnits } from './time/time-units.ts';
