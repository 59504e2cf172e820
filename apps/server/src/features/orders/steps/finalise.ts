// Finalise: puts the results where they can be downloaded, with the documents that make them
// evidence; the manifest last.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DataQuality, shortened } from '@isobar/contract/quality/data-quality.ts';
import * as z from 'zod';
import { keepEvidence } from '../../../core/affected/evidence.ts';
import { dataVariables } from '../../../core/catalogue/data-variables.ts';
import { statedByFiles } from '../../../core/catalogue/stated-by-files.ts';
import { citationText, citedData } from '../../../core/citation/citation.ts';
import { citationFile } from '../../../core/citation/citation-file.ts';
import { asSimulated, type CitedData } from '../../../core/citation/cited.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import { writeDurably } from '../../../platform/files/disk.ts';
import { evidenceOf } from '../affected/kept-evidence.ts';
import { sinceOf } from '../affected/since.ts';
import { blobKey, type DeliveredBlob, type Manifest, manifestKey } from '../delivery/manifest.ts';
import { canonicalJsonInSteps } from '../documents/canonical-json.ts';
import { deliveredHoldings } from '../documents/delivered.ts';
import type { Evidence } from '../documents/evidence.ts';
import { licence } from '../documents/licence.ts';
import { qualityReports } from '../documents/quality-reports.ts';
import { readme } from '../documents/readme.ts';
import { makeRecipe } from '../documents/recipe.ts';
import { CRATE_FILE, roCrate } from '../documents/ro-crate.ts';
import { MISSING_SHOWN, REPORTS_SHOWN } from '../order.ts';
import { qualityOfDelivery } from '../selection-quality.ts';
import { atOnce } from './at-once.ts';
import { type Gathered, gather } from './gather.ts';
import { measureText } from './measure.ts';
import { type CheckedInput, inputOf, type Plan, treatmentOf } from './plan.ts';
import { openProgress } from './progress-writer.ts';
import type { StepInput, StepOutcome } from './step.ts';

/** Files put at once. */
const FILES_PUT_AT_ONCE = 8;

export async function finalise(input: StepInput): Promise<StepOutcome<'finalise'>> {
  const { line, order, running, workspace } = input;
  const plan = await workspace.readPlan();
  const checked = await workspace.readChecked();
  const done = await workspace.doneUnits();
  if (!plan || checked.size < plan.inputs.length) return { end: 'back', to: 'retrieve' };
  if (done.size < plan.units.length) return { end: 'back', to: 'extract' };

  const results = [];
  for (const n of plan.units.keys()) results.push(await workspace.readUnit(n));
  const gathered = gather(plan, results, checked);
  const progress = openProgress(line.store.db, order.orderId, order.progress);
  if (gathered.files.length === 0) return { end: 'failed', reason: nothingMade(gathered) };

  const { orderId } = order;
  const madeAt = await startOnce(input);
  const bytesTotal = gathered.files.reduce((sum, file) => sum + file.bytes, 0);
  let bytesDone = 0;
  let filesDone = 0;
  await atOnce(FILES_PUT_AT_ONCE, gathered.files, async (file) => {
    running.signal.throwIfAborted();
    const key = blobKey(orderId, file.name);
    // Already there from an earlier run of this step: a blob is complete or absent.
    const there = await line.blobs.stat(key);
    if (there?.bytes !== file.bytes)
      await line.blobs.putFile(key, workspace.unitFile(file.unit, file.file));
    bytesDone += file.bytes;
    filesDone += 1;
    running.progressed();
    const counts = { filesDone, filesTotal: gathered.files.length, bytesDone, bytesTotal };
    await progress.report(() => ({ ...counts, currentFile: file.name }));
  });

  const tables = await line.tables();
  const quality = await qualityOfDelivery(line.store.db, tables, plan, gathered.files);
  const documents = await writeDocuments(input, {
    ...{ plan, checked, gathered, quality, tables },
    made: madeAt,
  });
  const { request } = order;
  const { simulated } = line.archive;
  const { files } = gathered;
  await keepEvidence(
    line.store.db,
    evidenceOf({ request, plan, files, checked, simulated, tables, madeAt }),
  );
  const listed: DeliveredBlob[] = gathered.files.map(({ name, bytes, sha256, crc32 }) => ({
    name,
    bytes,
    sha256,
    crc32,
    kind: 'data',
  }));
  for (const [name, content] of Object.entries(documents)) {
    await line.blobs.put(blobKey(orderId, name), content);
    listed.push({ name, ...(await measureText(content)), kind: 'document' });
  }
  const crate = roCrate({
    order,
    settings: line.settings,
    simulated: line.archive.simulated,
    made: madeAt,
    files: listed,
    datastreams: [...new Set(plan.treatments.map((treatment) => treatment.datastream))],
  });
  await nextTurn();
  await line.blobs.put(blobKey(orderId, CRATE_FILE), crate);
  listed.push({ name: CRATE_FILE, ...(await measureText(crate)), kind: 'document' });
  const sums = listed.map((file) => `${file.sha256}  ${file.name}\n`).join('');
  await nextTurn();
  await line.blobs.put(blobKey(orderId, 'SHA256SUMS'), sums);
  listed.push({ name: 'SHA256SUMS', ...(await measureText(sums)), kind: 'document' });
  const manifest: Manifest = {
    orderId,
    made: madeAt,
    expires: expiryOf(madeAt, line.settings.deliveryDays),
    simulated: line.archive.simulated,
    missing: [...gathered.missing],
    files: listed,
  };
  await line.blobs.put(manifestKey(orderId), await canonicalJsonInSteps(manifest));

  const last = progress.final({
    filesDone: gathered.files.length,
    filesTotal: gathered.files.length,
    bytesDone,
    bytesTotal,
    currentFile: null,
    missing: gathered.missing.slice(0, MISSING_SHOWN),
    missingCount: gathered.missing.length,
    delivered: { files: gathered.files.length, bytes: bytesTotal },
    quality: shortened(quality, REPORTS_SHOWN),
  });
  return { end: 'made', progress: last };
}

export const expiryOf = (made: number, days: number): number => made + days * 86_400;

/**
 * The time at which this round was first finalised; a restarted step uses the same time. The first
 * time, everything that an earlier round delivered is removed before the time is noted.
 */
async function startOnce({ line, order, workspace }: StepInput): Promise<number> {
  const path = join(workspace.folder, 'finalise.json');
  const known = await readFile(path, 'utf8').catch(() => null);
  if (known !== null) return z.object({ at: z.number() }).parse(JSON.parse(known)).at;
  await line.blobs.removeAll(String(order.orderId));
  const at = Math.floor(Date.now() / 1000);
  await writeDurably(path, JSON.stringify({ at }));
  return at;
}

interface Delivered {
  readonly plan: Plan;
  readonly checked: ReadonlyMap<number, CheckedInput>;
  readonly gathered: Gathered;
  readonly quality: readonly DataQuality[];
  readonly tables: CuratedTables;
  /** Seconds UTC. */
  readonly made: number;
}

async function writeDocuments(
  { line, order, running }: StepInput,
  { plan, checked, gathered, quality, tables, made }: Delivered,
): Promise<Record<string, string>> {
  const { settings } = line;
  const { files, missing, empty } = gathered;
  const spans = spansOf(plan);
  const holdings = deliveredHoldings(plan, files);
  const names = new Map<string, readonly string[]>();
  for (const { datastream } of holdings)
    names.set(datastream, await dataVariables(line.store.db, datastream));
  const basis = {
    order,
    settings,
    simulated: line.archive.simulated,
    plan,
    inputs: plan.inputs.flatMap(({ datastream, fileName, path }, n) => {
      const found = checked.get(n);
      if (!found?.sha256) return [];
      return [{ datastream, file: fileName, path, bytes: found.bytes, sha256: found.sha256 }];
    }),
    files,
    missing,
    empty,
    quality,
    made,
    expires: expiryOf(made, settings.deliveryDays),
  };
  const since = await sinceOf(line, order.request.changedSince, basis.inputs, running.signal);
  const recipe = await makeRecipe(basis);
  const { archiveName, publisher, url } = settings;
  const citing = { archiveName, publisher, url, accessed: order.orderDate };
  const cited: CitedData[] = [];
  for (const { datastream, start, end, variables } of spans) {
    const subset = { variables, orderId: order.orderId, sha256: recipe.hash };
    const stated = await statedByFiles(line.store.db, datastream, { start, end });
    const data = citedData(tables, datastream, { start, end }, { subset, stated });
    cited.push(basis.simulated ? asSimulated(data) : data);
  }
  const evidence: Evidence = { ...basis, since, cited, citing };
  const title = `Order ${order.orderId} of the ${settings.archiveName} archive${evidence.simulated ? ' (simulated values)' : ''}`;
  return {
    'README.txt': readme(evidence),
    'CITATION.cff': citationFile(title, cited, citing),
    'CITATION.txt': cited.map((data) => `${citationText(data, citing)}\n`).join('\n'),
    'LICENSE.txt': licence(settings.archiveName),
    'quality-reports.json': `${JSON.stringify(
      qualityReports(tables, holdings, (datastream) => names.get(datastream) ?? []),
      null,
      2,
    )}\n`,
    'recipe.json': recipe.text,
  };
}

type Span = {
  readonly datastream: string;
  readonly start: number;
  readonly end: number;
  /** The ordered variables; an empty list stands for all. */
  readonly variables: readonly string[];
};

const bothOf = (a: readonly string[], b: readonly string[]): readonly string[] =>
  a.length === 0 || b.length === 0 ? [] : [...new Set([...a, ...b])];

/**
 * The dates that the delivery covers for each datastream: as requested, limited to what its files
 * have.
 */
function spansOf(plan: Plan): Span[] {
  const spans = new Map<string, Span>();
  for (const unit of plan.units.flatMap((one) => one.parts ?? [one])) {
    const { datastream, ranges, variables } = treatmentOf(plan, unit);
    for (const n of unit.inputs) {
      const file = inputOf(plan, n);
      const first = ranges
        ? Math.max(file.start, Math.min(...ranges.map((r) => r.start)))
        : file.start;
      const last = ranges ? Math.min(file.end, Math.max(...ranges.map((r) => r.end))) : file.end;
      const span = spans.get(datastream) ?? { datastream, start: first, end: last, variables };
      spans.set(datastream, {
        datastream,
        start: Math.min(span.start, first),
        end: Math.max(span.end, last),
        variables: bothOf(span.variables, variables),
      });
    }
  }
  return [...spans.values()];
}

function nothingMade({ missing, empty }: Gathered): string {
  const reasons = [...new Set(missing.map((m) => m.reason))].slice(0, 3).join(' ');
  const without = empty.length > 0 ? ' No file has a sample in the dates that were ordered.' : '';
  return `Nothing could be delivered.${without}${reasons ? ` ${reasons}` : ''}`;
}
