// Extract: makes each unit of the plan in a folder of its own, which gets its name when everything
// is in it.
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { giveUp } from '../../../core/catalogue/given-up.ts';
import { MISSING_SHOWN, type Missing } from '../order.ts';
import { knownInputs } from './known-inputs.ts';
import { makeUnit } from './make-unit.ts';
import { inputOf, lostInputs, type Plan, type Unit } from './plan.ts';
import { openProgress } from './progress-writer.ts';
import { bytesNeeded, checkRoom, diskOf, limitsOf } from './room.ts';
import { openStage } from './stage.ts';
import type { StepInput, StepOutcome } from './step.ts';

export async function extract(input: StepInput): Promise<StepOutcome<'extract'>> {
  const { line, order, job, running, workspace } = input;
  const plan = await workspace.readPlan();
  const checked = await workspace.readChecked();
  // The scratch folder is on another machine or was cleared, so the inputs have to be checked
  // again.
  if (!plan || checked.size < plan.inputs.length) return { end: 'back', to: 'retrieve' };
  await removeUnfinished(workspace.unitFile(0, ''));
  const stage = line.archive.localPath === undefined ? await openStage(workspace.folder) : null;
  const openInput = async (n: number) =>
    (await stage?.open(n, checked.get(n)?.bytes ?? -1)) ??
    (await line.archive.open(inputOf(plan, n).path));

  const done = await workspace.doneUnits();
  const missing: Missing[] = [];
  for (const unit of done) missing.push(...(await workspace.readUnit(unit)).missing);
  const lost = lostInputs(plan, checked);
  const progress = openProgress(line.store.db, order.orderId, order.progress);
  const total = plan.units.reduce((sum, unit) => sum + unit.inputs.length, 0);
  const bytesTotal = plan.units.reduce((sum, unit) => sum + bytesOf(plan, unit), 0);
  const counts = (current: Unit | null, part: number, currentFile: string | null) => {
    const finished = plan.units.filter((_, n) => done.has(n));
    const files = finished.reduce((sum, unit) => sum + unit.inputs.length, 0);
    const bytes = finished.reduce((sum, unit) => sum + bytesOf(plan, unit), 0);
    return {
      filesDone: files + Math.floor(part * (current?.inputs.length ?? 0)),
      filesTotal: total,
      bytesDone: bytes + Math.floor(part * (current ? bytesOf(plan, current) : 0)),
      bytesTotal,
      currentFile,
      missingCount: lost.length + missing.length,
      missing: [...lost, ...missing].slice(0, MISSING_SHOWN),
    };
  };
  const last = () => ({ progress: progress.final(counts(null, 0, null)) });

  for (const [n, unit] of plan.units.entries()) {
    if (done.has(n)) continue;
    running.signal.throwIfAborted();
    const left = plan.units.filter((_, other) => !done.has(other));
    checkRoom(await diskOf(workspace.folder), bytesNeeded(plan, left));
    const folder = await workspace.beginUnit(n, job.claim);
    let reporting = Promise.resolve();
    const result = await makeUnit({
      open: openInput,
      known: (inputs) => knownInputs(line, plan, checked, inputs),
      signal: running.signal,
      orderId: order.orderId,
      orderDate: order.orderDate,
      version: line.settings.version,
      ...limitsOf(line.settings.maximumOrderBytes, bytesOf(plan, unit), workspace.folder),
      failures: job.failures,
      plan,
      unit,
      inputs: unit.inputs.filter((i) => checked.get(i)?.missing === null),
      checked,
      folder,
      onGivenUp: (n, reason) =>
        giveUp(line.store.db, plan.inputs[n]?.path ?? '', withoutFolder(reason)),
      onProgress(part, of, file) {
        reporting = reporting.then(() =>
          progress.report(() => counts(unit, of > 0 ? part / of : 0, file)),
        );
      },
    });
    await reporting;
    await workspace.finishUnit(n, folder, result);
    done.add(n);
    missing.push(...result.missing);
    running.progressed();
    await progress.report(() => counts(null, 0, null));
    if (done.size < plan.units.length && (await running.shouldYield()))
      return { end: 'part', ...last() };
  }
  return { end: 'made', ...last() };
}

/** The folder of the archive on this machine is not shown to users. */
const withoutFolder = (reason: string): string => reason.replace(/^.*?: (?=[A-Z])/, '');

const bytesOf = (plan: Plan, unit: Unit): number =>
  unit.inputs.reduce((sum, n) => sum + (plan.inputs[n]?.size ?? 0), 0);

/**
 * Half-made units of a killed worker. A worker that only seemed dead will fail on them, but has
 * lost its claim anyway.
 */
async function removeUnfinished(anyUnit: string): Promise<void> {
  const units = dirname(anyUnit);
  for (const name of await readdir(units))
    if (name.startsWith('unfinished-'))
      await rm(join(units, name), { recursive: true, force: true });
}
