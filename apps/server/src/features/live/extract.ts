// Makes the file of an extract: the same selecting, masking, joining and writing as an order's
// (packages/netcdf).
import { rename, rm } from 'node:fs/promises';
import { LIVE_LIMITS, type LiveForm, liveRowOf } from '@isobar/contract/calls/live.ts';
import { stepInWords } from '@isobar/contract/orders/time-grid.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { concatenate, NetcdfError, OUTPUT_FORMATS, openDataset } from '@isobar/netcdf';
import { joinedName, singleName } from '../../core/catalogue/output-name.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { ExtractJob } from './extract-job.ts';
import { extractSeries } from './extract-series.ts';
import { writeJson } from './json-form.ts';

export interface Begun {
  /** What the file is called. */
  readonly name: string;
  /** How long it will be, where that is known. */
  readonly bytes: number | undefined;
  /** What a reader should know; the file has it as an attribute, too. */
  readonly notes: readonly string[];
}

/** What is reported while it is made. */
export interface ExtractEvents {
  /** The file is there, to be read as far as it is written. */
  onBegun(begun: Begun): void;
  onWritten(bytes: number): void;
}

export interface ExtractOptions {
  readonly version: string;
  readonly events: ExtractEvents;
  readonly signal: AbortSignal;
  /**
   * The beginning of the paths of files in the making, on the same disk as the output; absent:
   * beside it.
   */
  readonly unfinished?: string;
}

/** More than this is not made at once, whatever the format makes of its inputs. */
const MOST_BYTES = 4e9;

/**
 * Returns the finished file's name and length. Throws NetcdfError for what the caller can correct.
 */
export async function extract(
  archive: ArchiveStore,
  job: ExtractJob,
  { version, events, signal, unfinished = job.output }: ExtractOptions,
): Promise<Begun & { readonly bytes: number }> {
  const { form, output: path } = job;
  const isJson = form === 'json';
  const [written, part] = isJson ? [`${unfinished}.cdf`, `${unfinished}.part`] : [path, ''];
  try {
    const output = { form, isJson, written, events, signal };
    const history = historyOf(job, version);
    const { name, bytes, notes } = job.series
      ? await extractSeries(archive, job, job.series, {
          ...{ output: written, history, signal, mostBytes: MOST_BYTES },
          streamed: (own) => told(output, () => withEnding(own, form)),
        })
      : await joinedFiles(archive, job, output, history);
    const own = withEnding(name, form);
    if (!isJson) return { name: own, bytes, notes };
    const made = await writeJson(written, part, signal);
    await rename(part, path);
    return { name: own, bytes: made, notes };
  } finally {
    if (isJson) for (const each of [written, part]) await rm(each, { force: true });
    if (signal.aborted) await rm(path, { force: true }); // no client waits for it any more
  }
}

interface Output {
  readonly form: LiveForm;
  readonly isJson: boolean;
  readonly written: string;
  readonly events: ExtractEvents;
  readonly signal: AbortSignal;
}

const withEnding = (name: string, form: LiveForm): string =>
  name.replace(/\.\w+$/, `.${endingOf(form)}`);

/** What is reported of a file that is read while it is written. */
const told = ({ form, isJson, events }: Output, name: () => string) => ({
  onBegun: ({ bytes, notes }: { readonly bytes?: number; readonly notes: readonly string[] }) => {
    if (!isJson && form !== 'nc4') events.onBegun({ name: name(), bytes, notes });
  },
  ...(isJson ? {} : { onWritten: (bytes: number) => events.onWritten(bytes) }),
});

/** All files in one, where their contents allow it. */
async function joinedFiles(
  archive: ArchiveStore,
  job: ExtractJob,
  output: Output,
  history: string,
): Promise<{ name: string; bytes: number; notes: readonly string[] }> {
  const { inputs, form } = job;
  let name = '';
  let notes: readonly string[] = [];
  const growing = told(output, () => withEnding(name, form));
  const made = await concatenate({
    inputs: inputs.map(({ fileName, path }) => ({
      name: fileName,
      open: async () => await openDataset(await archive.open(path)),
    })),
    variables: job.variables.length > 0 ? job.variables : 'all',
    ...(job.ranges ? { ranges: job.ranges } : {}),
    masks: job.masks,
    maskAssessed: job.maskAssessed,
    output: (part) => {
      const source = inputs[0]?.fileName ?? '';
      const make = liveRowOf(form).maker;
      name =
        inputs.length > 1
          ? joinedName(job.datastream, source, part, make)
          : singleName(source, part, make);
      return output.written;
    },
    format: liveRowOf(form).maker,
    maximumBytes: MOST_BYTES,
    history,
    icartt: { revisionTime: job.at },
    signal: output.signal,
    streamed: {
      ...growing,
      notes: job.notes,
      onBegun: (begun) => {
        notes = begun.notes;
        growing.onBegun(begun);
      },
    },
  });
  const [file] = made.files;
  if (!file) throw new NetcdfError('invalid', 'The files have no samples.');
  return { name, bytes: file.bytes, notes };
}

const endingOf = (form: LiveForm): string => {
  const { maker, ending } = liveRowOf(form);
  return ending ?? OUTPUT_FORMATS[maker].extension ?? 'nc';
};

/** Most bytes of input for a format; the installation's own limit applies as well. */
export const inputLimit = (form: LiveForm): number =>
  form === 'json' ? LIVE_LIMITS.jsonBytes : Number.POSITIVE_INFINITY;

const inWords = ([start, end]: readonly [number, number]): string =>
  `${formatInstant(start)} to ${formatInstant(end - 1)}`;

function historyOf(
  { at, variables, ranges, masks, maskAssessed, inputs, series }: ExtractJob,
  version: string,
) {
  const did = [
    variables.length > 0 ? `variables ${variables.join(', ')}` : 'all variables',
    ...(masks.length > 0 ? ['values flagged by data quality reports set to -9999'] : []),
    ...(maskAssessed.length > 0
      ? [`values whose quality is ${maskAssessed.join(' or ')} set to -9999`]
      : []),
    ...(ranges ? [`rows of ${ranges.map(inWords).join(', ')}`] : []),
    ...(inputs.length > 1 ? ['files joined along time'] : []),
    ...(series?.grid ? [`put on a time grid of ${stepInWords(series.grid.step)}`] : []),
  ];
  return `${formatInstant(at)} Isobar ${version}, live data: ${did.join('; ')}`;
}
