// Keeps some files of a series open between reads, and closes the one that was used longest ago.

import type { Dataset } from '../dataset.ts';
import { held, item } from '../held.ts';
import { ColumnReader } from '../job/columns.ts';
import type { MergedVariable } from '../job/schema.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { findTimeAxis, type TimeAxis } from '../time/time-axis.ts';
import { type Joined, surveyOf } from './join.ts';
import type { SeriesFile } from './series-file.ts';
import type { FileShape } from './shape.ts';
import { SeriesView } from './view.ts';

/** An open file. */
export interface Lent {
  readonly view: SeriesView;
  /** Reads rows of variables as the series has them. */
  columns(wanted: readonly MergedVariable[]): ColumnReader;
}

interface Kept {
  readonly opened: Promise<Lent>;
  users: number;
  isDropped: boolean;
}

export class OpenViews {
  private readonly files: readonly SeriesFile[];
  private readonly joined: Joined;
  private readonly most: number;
  private readonly kept = new Map<number, Kept>();

  constructor(files: readonly SeriesFile[], joined: Joined, most: number) {
    this.files = files;
    this.joined = joined;
    this.most = most;
  }

  /** Opens the file of that number, or takes the open one; it stays open until `use` ends. */
  async with<T>(index: number, use: (lent: Lent) => Promise<T>): Promise<T> {
    const kept = this.kept.get(index) ?? {
      opened: this.opened(item(this.files, index)),
      users: 0,
      isDropped: false,
    };
    kept.users++;
    this.kept.delete(index);
    this.kept.set(index, kept);
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

  private async opened(file: SeriesFile): Promise<Lent> {
    const { views, schema } = this.joined;
    const viewed = held(views, file.shape);
    const dataset = await file.open();
    try {
      const axis = await findTimeAxis(dataset);
      checkShape(dataset, axis, file);
      const view = new SeriesView(dataset, axis, viewed);
      const survey = surveyOf(viewed);
      return {
        view,
        columns: (wanted) => new ColumnReader(view, survey, schema, wanted),
      };
    } catch (error) {
      await dataset.close();
      throw error;
    }
  }
}

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
