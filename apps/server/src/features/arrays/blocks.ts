// Chunks of arrays: read in the worker pool, a block of all plain variables at once, and kept on
// disk by what they are made of.
import type { ArrayVariant } from '@isobar/contract/calls/arrays.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FileGroup } from '@isobar/netcdf';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DescribedVariable } from '../../core/series/description.ts';
import { type FilePart, partsOf } from '../../core/series/manifest.ts';
import type { Tables } from '../../store/tables.ts';
import type { ArrayAnswer, KnownTimes, PerformArray } from './array-job.ts';
import { type BlockGroup, blockGroups, isPlain } from './block-groups.ts';
import { BlockTags, type Extent, isTime, type Rows } from './block-tags.ts';
import { filesOfCells, manifestGroups } from './grid-files.ts';
import type { KeptBlock, KeptBlocks } from './kept-blocks.ts';
import { knownTimes, timeBatches, timesJob, timesOf } from './known-times.ts';
import { SharedBlocks } from './shared-blocks.ts';
import type { OpenState, States } from './states.ts';

export interface BlocksInput {
  readonly db: Kysely<Tables>;
  readonly states: Pick<States, 'check' | 'changed'>;
  readonly perform: PerformArray;
  readonly kept: KeptBlocks;
}

/** Chunks of times that are made before they are asked for: of 16 million rows. */
const MOST_PREPARED = 64;

/** Blocks of which the requested variables are remembered. */
const MOST_BLOCKS = 10_000;

/** Follow from the grid alone. */
const TIMES = new Set(['time', 'time_bounds']);
export class Blocks {
  private readonly input: BlocksInput;
  private readonly making = new SharedBlocks();
  private readonly tags = new BlockTags();
  /** By block, the variable of it that was asked for first, and whether others were. */
  private readonly asked = new LRUCache<string, { first: string; others: boolean }>({
    max: MOST_BLOCKS,
  });
  /** Arrays of which a reader has asked for values. */
  private readonly begun = new LRUCache<string, true>({ max: MOST_BLOCKS });
  private readonly groups = new WeakMap<OpenState['description'], Map<string, BlockGroup>>();
  private readonly fileGroups = new WeakMap<OpenState['description'], readonly FileGroup[]>();

  constructor(input: BlocksInput) {
    this.input = input;
  }

  /**
   * One encoded chunk. `row`: its number along time; `isWanted`: a reader waits for it. Throws what
   * States.check throws, 'gone' or 'unavailable' where a file has just changed, and what reading
   * throws.
   */
  async chunk(
    state: OpenState,
    variant: ArrayVariant,
    variable: DescribedVariable,
    row: number,
    isWanted = true,
  ): Promise<Uint8Array> {
    const { name } = variable;
    if (isWanted && isPlain(variable)) this.begun.set(`${state.id} ${variant}`, true);
    const group = this.groupOf(state, name);
    const extent = this.extentOf(state, group, variable, row);
    await this.input.states.check(state, extent.files);
    const tagFor = (of: BlockGroup) => this.tags.of(state, variant, of, extent);
    const tag = tagFor(group);
    const found = await this.input.kept.find(tag, name);
    if (found) return found;
    const make = async (of: BlockGroup, under: string) =>
      partOf(
        await this.making.of(under, isWanted, async () => {
          // It may have been made since it was not found.
          const made = of.names.length === 1 && (await this.input.kept.find(under, name));
          if (made) return blockOf(name, made);
          return await this.make(state, variant, of, extent, under);
        }),
        name,
      );
    if (!this.isAlone(state, variant, group, extent, name)) return await make(group, tag);
    const alone = { ...group, names: [name] };
    const own = tagFor(alone);
    return (await this.input.kept.find(own, name)) ?? (await make(alone, own));
  }

  /**
   * Makes and keeps the newest blocks of plain variables, where readers of an array mostly begin,
   * unless one has begun. What fails fails again for them.
   */
  async readNewest(state: OpenState, variant: ArrayVariant, most: number): Promise<void> {
    const { variables, rows } = state.description;
    const plain = variables.find(isPlain);
    if (!plain || this.begun.has(`${state.id} ${variant}`)) return;
    const group = this.groupOf(state, plain.name);
    const read = async (row: number): Promise<void> => {
      const extent = this.extentOf(state, group, plain, row);
      await this.input.states.check(state, extent.files);
      const tag = this.tags.of(state, variant, group, extent);
      if (await this.input.kept.find(tag, plain.name)) return;
      await this.making.of(tag, false, () => this.make(state, variant, group, extent, tag));
    };
    const blocks = Math.ceil(rows / group.chunkRows);
    const newest = Array.from({ length: Math.min(most, blocks) }, (_, n) => blocks - 1 - n);
    await Promise.all(newest.map((row) => read(row).catch(() => undefined)));
  }

  /** Throws what States.check throws where `chunk` would. */
  async check(state: OpenState, variable: DescribedVariable, row: number): Promise<void> {
    const extent = this.extentOf(state, this.groupOf(state, variable.name), variable, row);
    await this.input.states.check(state, extent.files);
  }

  /**
   * Makes and keeps what every reader opens, before the first of them asks: the times, and the
   * coordinates of other dimensions. So many tasks at once, until the signal is aborted. What fails
   * is made again when it is asked for.
   */
  async prepare(state: OpenState, atOnce: number, signal: AbortSignal): Promise<void> {
    const { variables, rows } = state.description;
    const time = variables.find(({ name }) => isTime(name));
    if (!time) return;
    const batches = timeBatches(Math.ceil(rows / time.chunkRows), MOST_PREPARED).values();
    const makeBatch = async (): Promise<boolean> => {
      const { value: wanted, done } = batches.next();
      if (done || signal.aborted) return false;
      await this.makeTimes(state, time, wanted).catch(() => undefined);
      return true;
    };
    // Readers take these when they have the times; they may be in files whose library is loaded for
    // them.
    const axes = variables.filter(isAxis);
    const work = async (isFirst: boolean): Promise<void> => {
      while (await makeBatch());
      if (!isFirst) return;
      for (const axis of axes)
        if (!signal.aborted)
          await this.chunk(state, 'whole', axis, 0, false).catch(() => undefined);
    };
    await Promise.all(Array.from({ length: atOnce }, (_, n) => work(n === 0)));
  }

  /**
   * Chunks of times, in one task as far as they are known without the files. Who asks for one
   * meanwhile waits for that task.
   */
  private async makeTimes(
    state: OpenState,
    time: DescribedVariable,
    rows: readonly number[],
  ): Promise<void> {
    const group = this.groupOf(state, time.name);
    const wanted = rows.map((row) => {
      const extent = this.extentOf(state, group, time, row);
      return { extent, tag: this.tags.of(state, 'whole', group, extent) };
    });
    const made = this.madeTimes(state, group, wanted);
    await Promise.all(
      wanted.map(({ tag }, n) =>
        this.making.of(tag, false, async () => {
          const block = (await made)[n];
          if (!block) throw new Error('a chunk of times was not made');
          return block;
        }),
      ),
    );
  }

  private async madeTimes(
    state: OpenState,
    group: BlockGroup,
    wanted: readonly { readonly extent: Extent; readonly tag: string }[],
  ): Promise<KeptBlock[]> {
    const { db, kept, perform } = this.input;
    const [name = ''] = group.names;
    const found = await Promise.all(wanted.map(({ tag }) => kept.find(tag, name)));
    const lacking = wanted.filter((_, n) => !found[n]);
    const times = await timesOf(
      db,
      state,
      lacking.flatMap(({ extent }) => extent.parts),
    );
    const known = new Map<string, KnownTimes[]>();
    for (const { tag, extent } of lacking) {
      const own = knownTimes(extent.parts, times);
      if (own) known.set(tag, own);
    }
    const tags = [...known.keys()];
    const answer =
      tags.length === 0
        ? undefined
        : await perform(
            timesJob(state.description, [...known.values()]),
            this.making.urgencyOf(tags),
          );
    return await Promise.all(
      wanted.map(async ({ tag, extent }, n) => {
        const bytes = found[n];
        if (bytes) return blockOf(name, bytes);
        if (!answer || !known.has(tag)) return await this.make(state, 'whole', group, extent, tag);
        const block = chunkOf(answer, name, tags.indexOf(tag));
        kept.keep(tag, block);
        return block;
      }),
    );
  }

  private extentOf(
    state: OpenState,
    group: BlockGroup,
    variable: DescribedVariable,
    row: number,
  ): Extent {
    if (!group.perRecord)
      return { range: undefined, parts: [], files: [fixedFile(state, variable)] };
    const range = rangeOf(state, group, row);
    const parts = this.partsOf(state, group, range);
    return { range, parts, files: parts.map(({ index }) => index) };
  }

  /**
   * Whether a variable is read without the others of its block, so that its readers do not wait for
   * them. The block is read in one sweep as soon as a second variable of it is asked for, or where
   * that was so of the block before.
   */
  private isAlone(
    { id, description }: OpenState,
    variant: ArrayVariant,
    { names, chunkRows }: BlockGroup,
    { range }: Extent,
    name: string,
  ): boolean {
    if (names.length === 1 || !range || description.grid) return false;
    const under = (start: number) => `${id} ${variant} ${names[0]} ${start}`;
    const before = this.asked.get(under(range.start - chunkRows));
    const { first, others } = this.asked.get(under(range.start)) ?? { first: name, others: false };
    const own = { first, others: others || first !== name };
    this.asked.set(under(range.start), own);
    return !own.others && !before?.others;
  }

  private async make(
    state: OpenState,
    variant: ArrayVariant,
    { names }: BlockGroup,
    { range, parts }: Extent,
    tag: string,
  ): Promise<KeptBlock> {
    const { id, packed, description } = state;
    const { grid } = description;
    const times = await timesOf(this.input.db, state, parts);
    const job = { id, manifest: packed, variant, names, times };
    const known = range && !grid && names.every(isTime) ? knownTimes(parts, times) : undefined;
    const answer = await this.input.perform(
      known
        ? timesJob(description, [known])
        : range && grid
          ? { ...job, is: 'cells', grid, range }
          : { ...job, is: 'block', ...(range && { range }) },
      this.making.urgencyOf([tag]),
    );
    if ('changed' in answer) throw await this.input.states.changed(state, answer.changed);
    const made = { names, lengths: answer.lengths, bytes: answer.bytes };
    this.input.kept.keep(tag, made);
    return made;
  }

  /** The parts of files that a chunk is made of; on a time grid these are whole files. */
  private partsOf(
    { description, manifest, starts }: OpenState,
    { names }: BlockGroup,
    { start, stop }: Rows,
  ): FilePart[] {
    const { grid } = description;
    if (!grid) return partsOf(manifest.files, starts, start, stop);
    if (names.every((name) => TIMES.has(name))) return [];
    let groups = this.fileGroups.get(description);
    if (!groups) {
      groups = manifestGroups(manifest, grid);
      this.fileGroups.set(description, groups);
    }
    const { from, to } = filesOfCells(groups, grid, start, stop);
    return manifest.files
      .slice(from, to)
      .map((file, at) => ({ index: from + at, file, from: 0, to: file.rows }));
  }

  private groupOf({ description }: OpenState, name: string): BlockGroup {
    let groups = this.groups.get(description);
    if (!groups) {
      groups = blockGroups(description.variables);
      this.groups.set(description, groups);
    }
    const found = groups.get(name);
    if (!found) throw new Problem('not-found', `There is no variable ${name}.`);
    return found;
  }
}

/** A coordinate of a dimension besides time, which readers take with the array. */
const isAxis = ({ name, perRecord, inner }: DescribedVariable): boolean =>
  !perRecord && inner.length === 1 && inner[0]?.name === name;

/** One of the chunks of times that a task made. */
function chunkOf(answer: ArrayAnswer, name: string, n: number): KeptBlock {
  if ('changed' in answer) throw new Error('times are made without files');
  const { lengths, bytes } = answer;
  const start = lengths.slice(0, n).reduce((sum, length) => sum + length, 0);
  return blockOf(name, bytes.slice(start, start + (lengths[n] ?? 0)));
}

const blockOf = (name: string, bytes: Uint8Array): KeptBlock => ({
  names: [name],
  lengths: [bytes.length],
  bytes,
});

/** The chunk of one variable of a block. */
function partOf({ names, lengths, bytes }: KeptBlock, name: string): Uint8Array {
  const at = names.indexOf(name);
  const start = lengths.slice(0, at).reduce((sum, length) => sum + length, 0);
  return bytes.subarray(start, start + (lengths[at] ?? 0));
}

function rangeOf({ description: { rows } }: OpenState, { chunkRows }: BlockGroup, row: number) {
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
