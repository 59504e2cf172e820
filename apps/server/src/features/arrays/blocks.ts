// Chunks of arrays: read in the worker pool, a block of all plain variables at once, and kept on disk by what they are made of.
import { createHash } from 'node:crypto';
import type { ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { packedTimes } from '../../core/series/file-rows.ts';
import { shared } from '../../platform/text/shared.ts';
import type { Tables } from '../../store/tables.ts';
import type { ArrayAnswer, ArrayJob, ReadBlock } from './array-job.ts';
import type { DescribedVariable } from './description.ts';
import { valuesOf } from './description.ts';
import { elementOf } from './elements.ts';
import type { KeptBlock, KeptBlocks } from './kept-blocks.ts';
import { type FilePart, partsOf } from './manifest.ts';
import type { OpenState, States } from './states.ts';

export interface BlocksInput {
  readonly db: Kysely<Tables>;
  readonly states: States;
  readonly perform: (job: ArrayJob, signal?: AbortSignal) => Promise<ArrayAnswer>;
  readonly kept: KeptBlocks;
}

/** Changes whenever the encoding of the same values does. */
const ENCODING = 1;
/** Decoded bytes of a block that is read in one sweep. */
const SWEEP_BYTES = 24e6;

/** What is read together. */
interface Group {
  readonly names: readonly string[];
  readonly perRecord: boolean;
  readonly chunkRows: number;
}

export class Blocks {
  private readonly input: BlocksInput;
  private readonly making = shared<KeptBlock>();
  private readonly groups = new WeakMap<OpenState['description'], Map<string, Group>>();

  constructor(input: BlocksInput) {
    this.input = input;
  }

  /**
   * One encoded chunk. `row`: its number along time. Throws what States.check throws, 'gone' or 'unavailable' where a file has just
   * changed, and what reading throws.
   */
  async chunk(
    state: OpenState,
    variant: ArrayVariant,
    variable: DescribedVariable,
    row: number,
  ): Promise<Uint8Array> {
    const group = this.groupOf(state, variable.name);
    const range = group.perRecord ? rangeOf(state, group, row) : undefined;
    const parts = range ? partsOf(state.manifest.files, state.starts, range.start, range.stop) : [];
    const files = range ? parts.map(({ index }) => index) : [fixedFile(state, variable)];
    await this.input.states.check(state, files);
    const tag = this.tagOf(state, variant, group, parts, files);
    const found = await this.input.kept.find(tag, variable.name);
    if (found) return found;
    const made = await this.making(tag, () => this.make(state, variant, group, range, parts, tag));
    const at = group.names.indexOf(variable.name);
    const start = made.lengths.slice(0, at).reduce((sum, length) => sum + length, 0);
    return made.bytes.subarray(start, start + (made.lengths[at] ?? 0));
  }

  private async make(
    state: OpenState,
    variant: ArrayVariant,
    { names }: Group,
    range: ReadBlock['range'],
    parts: readonly FilePart[],
    tag: string,
  ): Promise<KeptBlock> {
    const { id, packed } = state;
    const job = { is: 'block', id, manifest: packed, variant, names } as const;
    const times = await this.timesOf(state, parts);
    const answer = await this.input.perform(range ? { ...job, range, times } : { ...job, times });
    if ('changed' in answer) throw await this.changed(state, answer.changed);
    const made = { names, lengths: answer.lengths, bytes: answer.bytes };
    this.input.kept.keep(tag, made);
    return made;
  }

  /** The state is over, or the file is being replaced and the index does not have it yet. */
  private async changed({ datastream, state }: OpenState, what: string): Promise<Problem> {
    const { states } = this.input;
    const present = await states.now(datastream);
    if (present.state !== state) return states.replaced(datastream);
    return new Problem(
      'unavailable',
      `A file is being replaced (${what}). Try again after the next harvest.`,
    );
  }

  private async timesOf(
    { datastream, manifest }: OpenState,
    parts: readonly FilePart[],
  ): Promise<Map<number, Uint8Array>> {
    const uneven = parts.filter(({ file }) => file.step === null);
    if (uneven.length === 0) return new Map();
    const files = uneven.map(({ file }) => file);
    const found = await packedTimes(this.input.db, datastream, files);
    return new Map(
      uneven.flatMap(({ index }) => {
        const times = found.get(manifest.files[index]?.name ?? '');
        return times ? [[index, times] as const] : [];
      }),
    );
  }

  /**
   * Of everything that the bytes depend on, so that another state with the same files and masks there has the same. Values without rows
   * are few, and kept for each state.
   */
  private tagOf(
    { description, manifest, state }: OpenState,
    variant: ArrayVariant,
    group: Group,
    parts: readonly FilePart[],
    files: readonly number[],
  ): string {
    const shown = new Map(description.variables.map((variable) => [variable.name, variable]));
    const hash = createHash('sha256').update(
      JSON.stringify([
        ...[ENCODING, manifest.datastream, group.perRecord ? variant : state, group.chunkRows],
        group.names.map((name) => variableKey(shown.get(name))),
        files.map((index) => {
          const { name, path, size, modified } = manifest.files[index] ?? {};
          return [name, path, size, modified, description.keys[description.shown[index] ?? 0]];
        }),
        parts.map(({ from, to }) => [from, to]),
        group.perRecord && variant !== 'whole' ? masksIn(manifest.masks, parts) : [],
      ]),
    );
    return hash.digest('hex').slice(0, 40);
  }

  private groupOf({ description }: OpenState, name: string): Group {
    let groups = this.groups.get(description);
    if (!groups) {
      groups = groupsOf(description.variables);
      this.groups.set(description, groups);
    }
    const found = groups.get(name);
    if (!found) throw new Problem('not-found', `There is no variable ${name}.`);
    return found;
  }
}

const variableKey = (variable: DescribedVariable | undefined) =>
  variable && [
    ...[variable.name, variable.type, variable.perRecord, variable.inner],
    variable.attributes.filter(({ name }) => SHAPING.has(name)),
  ];
/** Attributes on which values depend. */
const SHAPING = new Set([
  '_FillValue',
  'missing_value',
  'scale_factor',
  'add_offset',
  '_Unsigned',
  'units',
]);

/** Masks that may touch a part; the whole second of its last row belongs to it. */
function masksIn(masks: OpenState['manifest']['masks'], parts: readonly FilePart[]) {
  return masks.filter((mask) =>
    parts.some(
      ({ file }) =>
        file.unordered > 0 || (mask.start <= file.last + 1 && mask.end >= file.first - 1),
    ),
  );
}

function rangeOf({ description: { rows } }: OpenState, { chunkRows }: Group, row: number) {
  const start = row * chunkRows;
  return { start, stop: Math.min(rows, start + chunkRows), rows: chunkRows };
}

/** The newest file that has a variable without rows. */
function fixedFile({ manifest }: OpenState, { to }: DescribedVariable): number {
  return Math.max(
    0,
    manifest.files.findLastIndex(({ last }) => last <= to),
  );
}

/** Groups by the name of each of their variables: all plain numbers of rows in one sweep, everything else alone. */
function groupsOf(variables: readonly DescribedVariable[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  const add = (members: readonly DescribedVariable[]) => {
    const [first] = members;
    if (!first) return;
    const names = members.map(({ name }) => name);
    const { perRecord, chunkRows } = first;
    for (const name of names) groups.set(name, { names, perRecord, chunkRows });
  };
  const plain = variables.filter(
    ({ name, perRecord, inner }) => perRecord && name !== 'time' && inner.length === 0,
  );
  let sweep: DescribedVariable[] = [];
  let bytes = 0;
  for (const variable of plain) {
    const own = bytesOfChunk(variable);
    if (bytes + own > SWEEP_BYTES) {
      add(sweep);
      [sweep, bytes] = [[], 0];
    }
    sweep.push(variable);
    bytes += own;
  }
  add(sweep);
  for (const variable of variables) if (!plain.includes(variable)) add([variable]);
  return groups;
}

/** Bytes of a chunk without compression. */
export const bytesOfChunk = ({ type, inner, perRecord, chunkRows }: DescribedVariable): number =>
  valuesOf(inner) * (perRecord ? chunkRows : 1) * elementOf(type).bytes;
