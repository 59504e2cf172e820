// Makes the file of an extract by the view of a series: rows whatever changed between the files, or
// a time grid.
import { liveRowOf } from '@isobar/contract/calls/live.ts';
import { bytesAbove, roundBytes } from '@isobar/contract/size.ts';
import {
  describeFile,
  NetcdfError,
  OUTPUT_FORMATS,
  openDataset,
  openSeries,
  type SeriesFile,
  type Streamed,
  writeGrid,
  writeSeries,
} from '@isobar/netcdf';
import { gridName, joinedName } from '../../core/catalogue/output-name.ts';
import { gridOnSeries } from '../../core/grid/grid-methods.ts';
import { changesAttribute } from '../../core/series/change-texts.ts';
import { unpackManifest } from '../../core/series/manifest.ts';
import { filesOfManifest } from '../../core/series/open-manifest.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { ExtractJob, SeriesExtract } from './extract-job.ts';

export interface SeriesMade {
  readonly name: string;
  readonly bytes: number;
  readonly notes: readonly string[];
}

interface Making {
  readonly output: string;
  readonly history: string;
  readonly signal: AbortSignal;
  /**
   * What a reader of a growing file is shown; not of a file on a time grid, which is there when it
   * is finished.
   */
  readonly streamed: (name: string) => Streamed;
  /** Bytes of an output, at most. */
  readonly mostBytes: number;
}

/** Throws NetcdfError for what the caller can correct. */
export async function extractSeries(
  archive: ArchiveStore,
  job: ExtractJob,
  by: SeriesExtract,
  making: Making,
): Promise<SeriesMade> {
  const known = filesOfManifest(archive, await unpackManifest(by.manifest), by.times);
  const files: SeriesFile[] = [...known];
  for (const { fileName, path } of by.pending) {
    making.signal.throwIfAborted();
    files.push(await describedFile(archive, fileName, path));
  }
  const series = await openSeries(files);
  try {
    const { masks, maskAssessed, datastream, ranges } = job;
    const { output, signal, history } = making;
    const format = liveRowOf(job.form).maker;
    const shared = { output, signal, history, ...(ranges && { ranges }), roomFor: limit(making) };
    if (by.grid) {
      const { variables, notes } = gridOnSeries(series, datastream, by.grid);
      const source = { name: datastream, series, variables, spans: masks, assessed: maskAssessed };
      const { step } = by.grid;
      const made = await writeGrid({ ...shared, sources: [source], step, format });
      const ending = OUTPUT_FORMATS[format].extension ?? 'nc';
      return {
        name: gridName(datastream, step, ending),
        bytes: made.bytes,
        notes: [...series.notes, ...notes, ...job.notes],
      };
    }
    let name = '';
    const made = await writeSeries({
      ...{ ...shared, ...by.choice, series, format },
      variables: job.variables.length > 0 ? job.variables : 'all',
      ...{ spans: masks, assessed: maskAssessed, deflate: by.choice.compression },
      attributes: changesAttribute(series.changes),
      output: (times) => {
        name = joinedName(
          datastream,
          files[0]?.name ?? '',
          { ...times, part: 0, inputs: [] },
          format,
        );
        return output;
      },
      streamed: {
        notes: job.notes,
        onBegun: (begun) => making.streamed(name).onBegun?.(begun),
        onWritten: (bytes) => making.streamed(name).onWritten?.(bytes),
      },
      icartt: { revisionTime: job.at },
    });
    return { name, bytes: made.bytes, notes: made.notes };
  } finally {
    await series.close();
  }
}

const limit =
  ({ mostBytes }: Making) =>
  async ({ bytes }: { readonly bytes: number }): Promise<string | undefined> =>
    bytes <= mostBytes
      ? undefined
      : `The file would have ${bytesAbove(bytes, mostBytes)}; a call makes at most ${roundBytes(mostBytes)}. Ask for less, or place an order.`;

async function describedFile(
  archive: ArchiveStore,
  name: string,
  path: string,
): Promise<SeriesFile> {
  const open = async () => await openDataset(await archive.open(path));
  const dataset = await open();
  try {
    const { times, ...described } = await describeFile(dataset);
    return { name, ...described, open, times: async () => times };
  } catch (error) {
    if (!(error instanceof NetcdfError)) throw error;
    throw new NetcdfError(error.code, `${name}: ${error.message}`, { cause: error });
  } finally {
    await dataset.close();
  }
}
