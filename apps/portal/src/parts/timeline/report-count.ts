// How many reports there are, in words: in all, and by class.
import { plural } from '@isobar/contract/count.ts';
import { QUALITY_CLASSES, type QualityRange } from '@isobar/contract/quality/timeline.ts';
import { hasReport } from './report-key.ts';

/** '57 reports'; periods without a report are called gaps or limited periods. Empty: there is none of either. */
export function reportCount(ranges: readonly QualityRange[]): string {
  const reports = new Set(ranges.filter(hasReport).map((range) => range.reportId)).size;
  if (reports > 0) return plural(reports, 'report');
  const gaps = ranges.filter((range) => range.name === 'missing').length;
  if (gaps > 0) return plural(gaps, 'gap');
  return ranges.length > 0 ? plural(ranges.length, 'limited period') : '';
}

/** '1 incorrect, 2 suspect, 3 gaps': each report once; gaps are missing data without a report. Empty: none. */
export const countText = (ranges: readonly QualityRange[]): string =>
  QUALITY_CLASSES.filter(({ name }) => name !== 'routine')
    .flatMap(({ name, legend }) => {
      const all = ranges.filter((range) => range.name === name);
      const told = all.filter(hasReport);
      const reports = new Set(told.map(({ reportId }) => reportId)).size;
      const bare = all.length - told.length;
      const word = legend.toLowerCase();
      const rest = name === 'missing' ? plural(bare, 'gap') : `${bare} ${word}`;
      return [...(reports > 0 ? [`${reports} ${word}`] : []), ...(bare > 0 ? [rest] : [])];
    })
    .join(', ');
