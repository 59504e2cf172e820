// Retrieve: decides which files go in, opens each one and takes its checksum. What cannot be read
// is written down.
import type { OrderRequest, SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { fileChanges } from '../../../core/affected/compare-files.ts';
import { findEvidence } from '../../../core/affected/evidence.ts';
import { type TouchedFiles, touchedFiles } from '../../../core/affected/touched.ts';
import { type FileRecord, filesOf, type SecondsRange } from '../../../core/catalogue/files.ts';
import { givenUp } from '../../../core/catalogue/given-up.ts';
import { gridPlan } from '../../../core/grid/grid-methods.ts';
import { masksOf } from '../../../core/quality/masks.ts';
import { allOf, type ReportLookUp, spansOn } from '../../../core/quality/spans.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import { isAerial, isRaw, rangesOf } from '../assess.ts';
import { type Db, MISSING_SHOWN } from '../order.ts';
import { atOnce } from './at-once.ts';
import { checkInput } from './check-input.ts';
import { isPassing } from './passing.ts';
import {
  type CheckedInput,
  inputOf,
  lostInputs,
  makePlan,
  type Plan,
  type PlannedSelection,
} from './plan.ts';
import { openProgress } from './progress-writer.ts';
import { bytesNeeded, checkBothDisks, diskOf, neverFits } from './room.ts';
import { openStage, STAGE_BYTES } from './stage.ts';
import type { StepInput, StepOutcome } from './step.ts';

/** Inputs read at once: hides the latency of a store, and keeps memory small. */
const INPUTS_READ_AT_ONCE = 3;
/** An input that could not be read in this many runs of the step is left out. */
const MOST_RUNS = 3;

export async function retrieve(input: StepInput): Promise<StepOutcome<'retrieve'>> {
  const { line, order, job, running, workspace } = input;
  const plan = (await workspace.readPlan()) ?? (await planOrder(input));
  const needed = bytesNeeded(plan, plan.units);
  const never = neverFits(await diskOf(workspace.folder), needed);
  if (never) return { end: 'failed', reason: never };
  await checkBothDisks(workspace.folder, line.blobs, needed);
  const checked = await workspace.readChecked();
  const waiting = [...plan.inputs.keys()].filter((n) => !checked.has(n));
  const progress = openProgress(line.store.db, order.orderId, order.progress);
  const bytesTotal = plan.inputs.reduce((sum, file) => sum + file.size, 0);
  // Files of a local archive are read where they are; other files, which have to be fetched or
  // made, are copied once.
  const far = line.archive.localPath === undefined && bytesTotal <= STAGE_BYTES;
  const stage = far ? await openStage(workspace.folder) : null;
  const hopeless = await givenUp(
    line.store.db,
    waiting.map((n) => inputOf(plan, n).path),
  );
  let yielded = false;

  async function look(n: number, path: string): Promise<CheckedInput> {
    const reason = hopeless.get(path);
    if (reason !== undefined) return missing(n, reason);
    try {
      return await checkInput(line.archive, path, n, running.signal, stage);
    } catch (error) {
      running.signal.throwIfAborted();
      if (isGone(error)) return missing(n, 'The file is no longer in the archive.');
      if (isPassing(error) || job.failures + 1 < MOST_RUNS) throw error;
      return missing(n, `The file could not be read: ${messageOf(error)}`);
    }
  }
  await atOnce(INPUTS_READ_AT_ONCE, waiting, async (n) => {
    if (yielded) return;
    const file = inputOf(plan, n);
    const found = await look(n, file.path);
    await workspace.addChecked(found);
    checked.set(n, found);
    running.progressed();
    await progress.report(() => counts(plan, checked, bytesTotal, file.fileName));
    yielded = await running.shouldYield();
  });

  const last = { progress: progress.final(counts(plan, checked, bytesTotal, null)) };
  if (checked.size < plan.inputs.length) return { end: 'part', ...last };
  if ([...checked.values()].every((found) => found.missing !== null))
    return { end: 'failed', reason: nothingLeft(plan, checked), ...last };
  return { end: 'made', ...last };
}

/**
 * The files of an order as the catalogue has them now, and what is to be done with them. `changed`:
 * of these files only; a selection that none of them belongs to stays without files.
 */
export async function selectionsOf(
  db: Db,
  tables: ReportLookUp,
  request: OrderRequest,
  changed?: readonly TouchedFiles[],
): Promise<PlannedSelection[]> {
  const selections: PlannedSelection[] = [];
  for (const [number, selected] of request.selectedData.selectedDatastreams.entries()) {
    const ranges = selected.files.length > 0 ? [] : rangesOf(selected);
    const raw = isRaw(selected.datastream);
    const names = changed && changedNames(changed, number, selected.datastream);
    const none = names?.length === 0;
    const found = none
      ? []
      : await filesOf(db, {
          datastream: selected.datastream,
          ranges,
          fileNames: names ?? selected.files,
          scanNames: selected.scanNames,
        });
    selections.push({
      selected,
      ranges,
      files: names ? found.filter((file) => isWithin(file, ranges)) : found,
      raw,
      aerial: isAerial(selected.datastream),
      masks: raw ? [] : masksOf(spansOn(tables, allOf(selected.datastream)), selected.dqrFilter),
      ...(request.selectedData.timeGrid && !raw ? { grid: await gridPlanOf(db, selected) } : {}),
    });
  }
  return selections;
}

/**
 * How the variables of a selection are put on a time grid. Throws Problem 'invalid-order' for what
 * is refused.
 */
export const gridPlanOf = (db: Db, { datastream, variables, gridVariables }: SelectedDatastream) =>
  gridPlan(db, datastream, variables, gridVariables ?? []);

const changedNames = (
  changed: readonly TouchedFiles[],
  selection: number,
  datastream: string,
): readonly string[] =>
  changed.find((one) => one.selection === selection && one.datastream === datastream)?.files ?? [];

/**
 * Files are named when only what changed is ordered, and named files count whatever the dates say:
 * these have to be looked at.
 */
const isWithin = ({ start, end }: FileRecord, ranges: readonly SecondsRange[]): boolean =>
  ranges.length === 0 || ranges.some((range) => start <= range.end && end >= range.start);

async function planOrder(input: StepInput): Promise<Plan> {
  const { line, order, workspace } = input;
  const tables = await line.tables();
  const changed = await changedFiles(input, tables);
  const selections = await selectionsOf(line.store.db, tables, order.request, changed);
  const plan = makePlan(order.orderId, order.request, selections);
  await workspace.writePlan(plan);
  return plan;
}

/** Of an order of only what changed: those files; undefined: everything was ordered. */
async function changedFiles(
  { line, order, running }: StepInput,
  tables: CuratedTables,
): Promise<readonly TouchedFiles[] | undefined> {
  const { changedSince } = order.request;
  if (changedSince === undefined) return undefined;
  const { db } = line.store;
  const evidence = await findEvidence(db, changedSince);
  if (!evidence) return [];
  const { archive } = line;
  const changes = await fileChanges({ db, archive, signal: running.signal }, evidence);
  return touchedFiles(tables, evidence, changes);
}

const missing = (input: number, reason: string): CheckedInput => ({
  input,
  bytes: 0,
  sha256: null,
  missing: reason,
});

const isGone = (error: unknown): boolean => error instanceof Problem && error.code === 'not-found';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function counts(
  plan: Plan,
  checked: ReadonlyMap<number, CheckedInput>,
  bytesTotal: number,
  currentFile: string | null,
) {
  const found = [...checked.values()];
  const lost = lostInputs(plan, checked);
  return {
    filesDone: checked.size,
    filesTotal: plan.inputs.length,
    bytesDone: found.reduce((sum, one) => sum + one.bytes, 0),
    bytesTotal,
    currentFile,
    missingCount: lost.length,
    missing: lost.slice(0, MISSING_SHOWN),
  };
}

function nothingLeft(plan: Plan, checked: ReadonlyMap<number, CheckedInput>): string {
  if (plan.inputs.length === 0) return 'None of the selections contain any files any more.';
  const reasons = new Set([...checked.values()].map((found) => found.missing));
  const { length } = plan.inputs;
  const what = length === 1 ? 'The one file could not' : `None of the ${length} files could`;
  return `${what} be read. ${[...reasons].slice(0, 3).join(' ')}`;
}
