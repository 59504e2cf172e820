// The states of a report that operators write, in words.
import type { ReportState } from '@isobar/contract/calls/quality.ts';

export const STATE_WORDS: Readonly<Record<ReportState, string>> = {
  draft: 'Draft',
  review: 'Waits for review',
  returned: 'Sent back',
  published: 'In force',
  withdrawn: 'Withdrawn',
};
