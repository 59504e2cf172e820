// The reports under the bars of opened facilities, by the id of the bar: a second click on a bar
// opens the report under it.
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';

/** Lines add their reports when they appear and remove them when they go. */
export const barRanges = new Map<string, readonly QualityRange[]>();
