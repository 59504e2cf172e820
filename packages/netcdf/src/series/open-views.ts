// Keeps some files of a series open between reads, and closes the one that was used longest ago.

import type { Dataset } from '../dataset.ts';
import { isKnownHdf5 } from '../hdf5/hdf5-dataset.ts';
import { held, item } from '../held.ts';
import { ColumnReader } from '../job/columns.ts';
import type { MergedVariable } from '../job/schema.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { findTimeAxis, type TimeAxis } from '../time/time-axis.ts';
import { type Joined, surveyOf } from './join.ts';
import type { SeriesFile } from './series-file.ts';
import { type FileShape, knownVariables } from './shape.ts';
import { SeriesView } from './view.ts';

/** An open file. */
export interface Lent {
  readonly view: SeriesView;
  /** The header was not read. */
  readonly isKnown: boolean;
  /** Reads rows of variables as the series has them. */
  columns(wanted: readonly MergedVariable[]): ColumnReader;
}

/**
 * What is needed of a file: all of it, or values of variables whose attributes are the same in all
 * files of its shape.
 */
type Needs = 'header' | 'values';

interface Kept {
  readonly opened: Promise<Lent>;
  has: Needs;
  users: number;
  isDropped: boolean;
}

export class OpenViews {
  private readonly files: readonly SeriesFile[];
  private readonly joined: Joined;
  private readonly most: number;
  private readonly kept = new Map<number, Kept>();
  /** Shapes of which a file had to be read with its header. */
  private readonly unlike = new Set<FileShape>();

  constructor(files: readonly SeriesFile[], joined: Joined, most: number) {
    this.files = files;
    this.joined = joined;
    this.most = most;
  }

  /**
   * Opens the file of that number, or takes the open one; it stays open until `use` ends. Where
   * only values are needed, they may be read without the header, by what is known of the shape; if
   * that fails for whatever reason, `use` is called again with the whole file.
   */
  async with<T>(
    index: number,
    use: (lent: Lent) => Promise<T>,
    needs: Needs = 'header',
  ): Promise<T> {
    const { shape } = item(this.files, index);
    if (needs === 'header' || this.unlike.has(shape)) return await this.lend(index, use, 'header');
    let isKnown = false;
    const watched = async (lent: Lent) => {
      isKnown = lent.isKnown;
      return await use(lent);
    };
    try {
      return await this.lend(index, watched, 'values');
    } catch (error) {
      if (!isKnown) throw error;
      const result = await this.lend(index, use, 'header');
      this.unlike.add(shape);
      return result;
    }
  }

  private async lend<T>(index: number, use: (lent: Lent) => Promise<T>, needs: Needs): Promise<T> {
    const before = this.kept.get(index);
    const isEnough = before && (needs === 'values' || before.has === 'header');
    const kept = isEnough ? before : this.opening(index, needs);
    kept.users++;
    this.kept.delete(index);
    this.kept.set(index, kept);
    if (before && before !== kept) {
      before.isDropped = true;
      await this.settle(before);
    }
    try {
      return await use(await kept.opened);
    } catch (error) {
      // A file that fails is opened again by the next reader.
      if (this.kept.get(index) === kept) this.kept.delete(index);
      kept.isDropped = true;
      throw error;
    } finally {
      kept.users--;
      await this.settle(kept);
      await this.shrink();
    }
  }

  private opening(index: number, needs: Needs): Kept {
    const opened = this.opened(item(this.files, index), needs);
    const kept: Kept = { opened, has: needs, users: 0, isDropped: false };
    void opened.then(
      ({ isKnown }) => {
        if (!isKnown) kept.has = 'header';
      },
      () => {}, // thrown to its users
    );
    return kept;
  }

  async close(): Promise<void> {
    const all = [...this.kept.values()];
    this.kept.clear();
    for (const kept of all) {
      kept.isDropped = true;
      await this.settle(kept);
    }
  }

  private async shrink(): Promise<void> {
    for (const [index, kept] of this.kept) {
      if (this.kept.size <= this.most) return;
      if (kept.users > 0) continue;
      this.kept.delete(index);
      kept.isDropped = true;
      await this.settle(kept);
    }
  }

  private async settle(kept: Kept): Promise<void> {
    if (!kept.isDropped || kept.users > 0) return;
    kept.isDropped = false; // closed once
    const lent = await kept.opened.catch(() => undefined);
    await lent?.view.close();
  }

  private async opened(file: SeriesFile, needs: Needs): Promise<Lent> {
    const { views, schema } = this.joined;
    const viewed = held(views, file.shape);
    const known = needs === 'values' ? knownVariables(file.shape, file.rows) : undefined;
    const dataset = await file.open(known);
    try {
      const isKnown = known !== undefined && isKnownHdf5(dataset);
      const axis = isKnown ? knownAxis(file) : await findTimeAxis(dataset);
      if (!isKnown) checkShape(dataset, axis, file);
      const view = new SeriesView(dataset, axis, viewed);
      const survey = surveyOf(viewed);
      return {
        ...{ view, isKnown },
        columns: (wanted) => new ColumnReader(view, survey, schema, wanted),
      };
    } catch (error) {
      await dataset.close();
      throw error;
    }
  }
}

/** Its times are known; those that the file has are not read through it. */
const knownAxis = ({ rows, shape }: SeriesFile): TimeAxis => ({
  ...{ variable: shape.timeVariable, dimension: shape.timeDimension, length: rows },
  units: { secondsPerUnit: 1, epochSeconds: 0 },
  seconds: () => {
    throw new NetcdfError('changed', 'The units of times are not known without the header.');
  },
});

/** Throws `changed` unless the file still has the rows and variables that it was described with. */
function checkShape(dataset: Dataset, axis: TimeAxis, { name, rows, shape }: SeriesFile): void {
  const isSameAxis =
    axis.length === rows &&
    axis.variable === shape.timeVariable &&
    axis.dimension === shape.timeDimension;
  if (isSameAxis && hasVariables(dataset, shape)) return;
  throw new NetcdfError('changed', `${name} is no longer the file that it was.`);
}

function hasVariables(dataset: Dataset, shape: FileShape): boolean {
  const present = new Map(dataset.variables.map((variable) => [variable.name, variable]));
  return shape.variables.every(({ name, type, hasTime, inner }) => {
    const found = present.get(name);
    if (found?.type !== type) return false;
    const dimensions = hasTime ? found.dimensions.slice(1) : found.dimensions;
    const lengths = hasTime ? found.shape.slice(1) : found.shape;
    return (
      dimensions.length === inner.length &&
      inner.every((each, n) => each.name === dimensions[n] && each.length === lengths[n])
    );
  });
}
