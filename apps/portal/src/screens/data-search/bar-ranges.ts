// The reports under the bars of opened facilities, by the id of the bar: a second press on one opens the report that it meets.
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';

/** Filled by the lines that are there, emptied by those that go. */
export const barRanges = new Map<string, readonly QualityRange[]>();
