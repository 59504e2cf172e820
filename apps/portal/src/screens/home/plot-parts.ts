// Which plot an operator put beside what is featured.

export interface PlotParts {
  readonly ds: string;
  readonly vn: string;
  /** YYYYMMDD. */
  readonly date: string;
}

/** 'datastream/variable/YYYYMMDD' -> its parts. */
export function plotParts(plot: string): PlotParts {
  const [ds = '', vn = '', date = ''] = plot.split('/');
  return { ds, vn, date };
}
