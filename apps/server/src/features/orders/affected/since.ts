// What an order of only what changed exchanges of the earlier delivery: old and new files with both
// checksums.
import type { FileVersion } from '@isobar/contract/orders/changes.ts';
import { fileChanges } from '../../../core/affected/compare-files.ts';
import { findEvidence } from '../../../core/affected/evidence.ts';
import type { EvidenceInput, Since } from '../documents/evidence.ts';
import type { StepLine } from '../steps/step.ts';

/**
 * `inputs`: as they were read for the new order. Undefined: the order is not one of only what
 * changed.
 */
export async function sinceOf(
  { store: { db }, archive }: Pick<StepLine, 'store' | 'archive'>,
  changedSince: number | undefined,
  inputs: readonly EvidenceInput[],
  signal: AbortSignal,
): Promise<Since | undefined> {
  if (changedSince === undefined) return undefined;
  const evidence = await findEvidence(db, changedSince);
  if (!evidence) return { orderId: changedSince, files: [], masked: [] };
  const read = new Map(inputs.map((input) => [`${input.datastream}/${input.file}`, input]));
  const asRead = (datastream: string, version: FileVersion): FileVersion => {
    const found = read.get(`${datastream}/${version.file}`);
    return found ? { file: found.file, bytes: found.bytes, sha256: found.sha256 } : version;
  };
  const changes = await fileChanges({ db, archive, signal }, evidence);
  const then = new Map(
    evidence.inputs.map((input) => [`${input.datastream}/${input.file}`, input.sha256]),
  );
  return {
    orderId: changedSince,
    files: changes.map((change) => ({
      before: change.before,
      now: change.now.map((version) => asRead(change.datastream, version)),
    })),
    masked: inputs
      .filter((input) => then.get(`${input.datastream}/${input.file}`) === input.sha256)
      .map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 })),
  };
}
