// States of arrays on a time grid: what each says of itself, kept beside the blocks, so that it is
// answered as long as the state is.
import { createHash } from 'node:crypto';
import { MOST_GRID_CELLS } from '@isobar/contract/calls/arrays.ts';
import { isGridStep } from '@isobar/contract/orders/time-grid.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { unpackDescription } from '../../core/series/description.ts';
import { shared } from '../../platform/text/shared.ts';
import type { Tables } from '../../store/tables.ts';
import type { ArrayAnswer, ArrayJob } from './array-job.ts';
import type { KeptBlocks } from './kept-blocks.ts';
import { timesOf } from './known-times.ts';
import type { OpenState } from './states.ts';

interface GridsInput {
  readonly db: Kysely<Tables>;
  readonly perform: (job: ArrayJob) => Promise<ArrayAnswer>;
  readonly kept: KeptBlocks;
  /** The refusal where a file is no longer the one that the state stands for. */
  readonly changed: (state: OpenState, what: string) => Promise<Problem>;
}

/** Changes whenever the same state says something else of itself on a time grid. */
const LAW = 2;
const NAME = 'description';

export class Grids {
  private readonly input: GridsInput;
  private readonly open = new LRUCache<string, OpenState>({ max: 24 });
  private readonly making = shared<OpenState>();

  constructor(input: GridsInput) {
    this.input = input;
  }

  /**
   * Throws Problem 'not-found' for a step that does not divide a day, 'too-large' for too many
   * cells, and 'gone' or 'unavailable'.
   */
  async of(state: OpenState, step: number): Promise<OpenState> {
    if (!isGridStep(step))
      throw new Problem(
        'not-found',
        `There is no time grid of ${step} s: that does not divide a day.`,
      );
    const { start, end } = state.description;
    const cells = Math.floor(end / step) - Math.floor(start / step) + 1;
    if (cells > MOST_GRID_CELLS)
      throw new Problem(
        'too-large',
        `Cells of ${step} s are ${cells} for this array; there are at most ${MOST_GRID_CELLS}. Choose longer ones.`,
      );
    const key = `${state.id}/${step}`;
    const known = this.open.get(key);
    if (known) return known;
    return await this.making(key, async () => {
      const description = await unpackDescription(await this.described(state, step));
      const made = { ...state, description };
      this.open.set(key, made);
      return made;
    });
  }

  private async described(state: OpenState, step: number): Promise<Uint8Array> {
    const { db, kept, perform, changed } = this.input;
    const { id, packed, manifest } = state;
    const tag = createHash('sha256')
      .update(JSON.stringify([NAME, LAW, id, step]))
      .digest('hex');
    const found = await kept.find(tag.slice(0, 40), NAME);
    if (found) return found;
    const goingBack = manifest.files.flatMap((file, index) =>
      file.unordered > 0 ? [{ index, file }] : [],
    );
    const times = await timesOf(db, state, goingBack);
    const answer = await perform({ is: 'grid', id, manifest: packed, step, times });
    if ('changed' in answer) throw await changed(state, answer.changed);
    kept.keep(tag.slice(0, 40), { names: [NAME], lengths: answer.lengths, bytes: answer.bytes });
    return answer.bytes;
  }
}
