// The whole legend of quality timelines: what a report can say, and what a bar without reports
// means for its source.
import { QUALITY_CLASSES, type QualityName } from '@isobar/contract/quality/timeline.ts';

export interface LegendEntry {
  readonly label: string;
  readonly description: string;
  /** The class of reports that has this colour; absent: it is not a colour of reports. */
  readonly dqrCode?: number;
}

export const LEGEND_KEYS = [
  'model',
  'eval',
  'routine',
  'research',
  'note',
  'missing',
  'suspect',
  'incorrect',
  'limitedAccess',
] as const;

/** The base bar by its source class (decision 1009); the others as in the visible legend. */
export const DQR_LEGEND: Readonly<Record<(typeof LEGEND_KEYS)[number], LegendEntry>> = {
  model: { label: 'Model data', description: 'Output of a model; no report concerns it.' },
  eval: {
    label: 'Evaluation data',
    description: 'Products that are being evaluated; no report concerns them.',
  },
  routine: entryOf('routine'),
  research: {
    label: 'Research data',
    description: 'Data of a campaign or of principal investigators; no report concerns them.',
  },
  note: entryOf('note'),
  missing: entryOf('missing'),
  suspect: entryOf('suspect'),
  incorrect: entryOf('incorrect'),
  limitedAccess: entryOf('limited'),
};

function entryOf(name: QualityName): LegendEntry {
  const found = QUALITY_CLASSES.find((one) => one.name === name);
  if (!found) throw new RangeError(`${name} is no class of quality`);
  const { label, description, code } = found;
  return { label, description, ...(code === null ? {} : { dqrCode: code }) };
}
