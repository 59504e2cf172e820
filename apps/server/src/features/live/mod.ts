// {live}/mod: a request becomes an extract that is made at once, or a refusal that says where to
// order it.
import { LIVE_LIMITS, type LiveForm, liveParameters } from '@isobar/contract/calls/live.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { bytesAbove, roundBytes } from '@isobar/contract/size.ts';
import type { Kysely } from 'kysely';
import { headersOf } from '../../core/catalogue/designs.ts';
import type { FileRecord } from '../../core/catalogue/files.ts';
import { unreadFiles, unreadInWords } from '../../core/catalogue/unread-files.ts';
import { gridPlan } from '../../core/grid/grid-methods.ts';
import { orderLink, tooMuch } from '../../core/orders/order-link.ts';
import { limitedAccess } from '../../core/quality/limited-access.ts';
import { masksOf } from '../../core/quality/masks.ts';
import { allOf, spansOn } from '../../core/quality/spans.ts';
import { knownFiles } from '../../core/series/index-manifest.ts';
import { packManifest } from '../../core/series/manifest.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';
import { inputLimit } from './extract.ts';
import type { ExtractJob, SeriesExtract } from './extract-job.ts';
import { type FoundFiles, filesInRange, findFiles } from './find-files.ts';
import { notesOnOthers } from './notes.ts';
import {
  assessmentsOf,
  extractForm,
  type Parameters,
  reportClassesOf,
  seriesWishOf,
  variablesOf,
  wantedOf,
} from './parameters.ts';

export interface ModSettings {
  /** The public address of this installation, without a slash at its end. */
  readonly url: string;
  /** Bytes of input that one call takes. */
  readonly mostBytes: number;
}

export interface PlannedMod {
  readonly job: Omit<ExtractJob, 'output'>;
  /** Bytes of its inputs. */
  readonly bytes: number;
}

/**
 * Throws 'bad-request', 'not-found', 'forbidden' or 'too-large', each saying what to do instead.
 * `at` in seconds UTC.
 */
export async function planMod(
  db: Kysely<Tables>,
  tables: CuratedTables,
  settings: ModSettings,
  { parameters, body }: { readonly parameters: Parameters; readonly body: string },
  at: number,
): Promise<PlannedMod> {
  const notes = notesOnOthers(parameters, liveParameters('mod'));
  const form = extractForm(parameters);
  const variables = variablesOf(parameters);
  const maskAssessed = assessmentsOf(parameters);
  const classes = reportClassesOf(parameters);
  const wish = seriesWishOf(parameters, form);
  const most = wish ? LIVE_LIMITS.seriesFiles : LIVE_LIMITS.files;
  const wanted = wantedOf(parameters, body, settings.url, most);
  const files =
    'names' in wanted
      ? allOfOne(await findFiles(db, wanted.names))
      : await filesInRange(db, wanted.datastream, wanted.range, settings.url, most);
  const [first] = files;
  if (!first) throw new Problem('not-found', 'This data file is not available.');
  const { datastream } = first;
  checkAccess(tables, settings, datastream, files);
  const raw = files.find((file) => file.design === null);
  if (raw)
    throw new Problem(
      'bad-request',
      `${raw.fileName} has no variables that are known; fetch it whole with saveData.`,
    );
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  checkSize(settings, datastream, bytes, form);
  await checkVariables(db, datastream, variables);
  const masks = masksOf(spansOn(tables, allOf(datastream)), classes);
  const unread = 'range' in wanted ? await unreadFiles(db, datastream, wanted.range, files) : [];
  const inputs = files.map(({ fileName, path }) => ({ fileName, path }));
  const ranges =
    'range' in wanted && !wanted.isWhole
      ? [[wanted.range.start, wanted.range.end + 1] as const]
      : null;
  const series = wish ? await seriesOf(db, files, wish, variables) : undefined;
  return {
    bytes,
    job: {
      ...(series ? { series } : {}),
      ...{ datastream, inputs, variables, masks, maskAssessed, form, at },
      notes: [...notes, ...unreadInWords(unread)],
      ...(ranges ? { ranges } : {}),
    },
  };
}

/** What the index knows of the files, so that none has to be read before the first row is. */
async function seriesOf(
  db: Kysely<Tables>,
  files: readonly FileRecord[],
  { step, choice }: NonNullable<ReturnType<typeof seriesWishOf>>,
  variables: readonly string[],
): Promise<SeriesExtract> {
  const datastream = files[0]?.datastream ?? '';
  const names = files.map(({ fileName }) => fileName);
  const { manifest, times, empty } = await knownFiles(db, datastream, names);
  const isKnown = new Set(manifest.files.map(({ name }) => name));
  return {
    manifest: await packManifest(manifest),
    times,
    pending: files
      .filter(({ fileName }) => !isKnown.has(fileName) && !empty.has(fileName))
      .map(({ fileName, path }) => ({ fileName, path })),
    choice,
    ...(step === undefined
      ? {}
      : { grid: { step, ...(await planned(db, datastream, variables)) } }),
  };
}

async function planned(db: Kysely<Tables>, datastream: string, variables: readonly string[]) {
  const plan = await gridPlan(db, datastream, variables, []);
  if (plan.variables.length > 0) return plan;
  const [first] = plan.leftOut;
  throw new Problem(
    'bad-request',
    `Nothing of ${datastream} can be put on a time grid${first ? `: ${first.reason}` : '.'}`,
  );
}

/** Throws 'not-found' or 'bad-request' unless every file exists and all are of one datastream. */
function allOfOne({ files, absent, otherwise }: FoundFiles): readonly FileRecord[] {
  if (absent[0] !== undefined)
    throw new Problem('not-found', `This data file is not available: ${absent[0].slice(0, 100)}.`);
  if (otherwise[0] !== undefined && files[0])
    throw new Problem(
      'bad-request',
      `One call can join only files of one datastream: ${otherwise[0].slice(0, 100)} is not of ${files[0].datastream}.`,
    );
  return files;
}

/** Throws 'forbidden' for data of limited access, because a person reviews orders of them first. */
export function checkAccess(
  tables: CuratedTables,
  { url }: Pick<ModSettings, 'url'>,
  datastream: string,
  files: readonly Pick<FileRecord, 'start' | 'end'>[],
): void {
  const spans = files.map(({ start, end }) => ({ start, end }));
  if (!limitedAccess(tables, datastream, spans)) return;
  throw new Problem(
    'forbidden',
    `Access to these data of ${datastream} is limited. Place an order, which is reviewed: ${orderLink(url, datastream)}`,
    { details: [{ path: 'order', reason: orderLink(url, datastream) }] },
  );
}

function checkSize(settings: ModSettings, datastream: string, bytes: number, form: LiveForm): void {
  const most = Math.min(settings.mostBytes, inputLimit(form));
  if (bytes <= most) return;
  throw tooMuch(
    `These files have ${bytesAbove(bytes, most)}; as ${form} a call takes ${roundBytes(most)} at once. Name fewer files, or place an order`,
    orderLink(settings.url, datastream),
  );
}

/** A datastream whose headers are not known may have any variable; its files will show. */
async function checkVariables(
  db: Kysely<Tables>,
  datastream: string,
  variables: readonly string[],
): Promise<void> {
  if (variables.length === 0) return;
  const headers = await headersOf(db, datastream);
  const known = new Set(headers.flatMap(({ header }) => header.variables.map(({ name }) => name)));
  const unknown = variables.filter((name) => known.size > 0 && !known.has(name));
  if (unknown.length === 0) return;
  const listed = [...known].slice(0, 60).join(', ');
  throw new Problem(
    'bad-request',
    `${datastream} has no variable ${unknown.slice(0, 20).join(', ').slice(0, 500)}. It has ${listed}${known.size > 60 ? ', …' : ''}.`,
  );
}
