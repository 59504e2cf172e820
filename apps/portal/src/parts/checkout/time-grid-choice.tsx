// 'Put on one time grid': the step, one file for all datastreams, and how much time a sample may
// stand for.

import { DEFAULT_GRID, GRID_STEPS, stepInWords } from '@isobar/contract/orders/time-grid.ts';
import type { OrderOptions } from '../../lib/orders/request-of.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';

const LONGEST = [60, 300, 1800, 3600, 21_600, 86_400];

export function TimeGridChoice(props: {
  readonly options: OrderOptions;
  readonly onChange: (options: OrderOptions) => void;
  readonly datastreams: number;
}) {
  const { options, onChange, datastreams } = props;
  const { timeGrid } = options;
  const set = (change: Partial<typeof DEFAULT_GRID>): void =>
    onChange({ ...options, timeGrid: { ...DEFAULT_GRID, ...timeGrid, ...change } });
  return (
    <>
      <Checkbox
        checked={timeGrid !== null}
        onChange={(on) => (on ? set({}) : onChange({ ...options, timeGrid: null }))}
      >
        Put on one time grid
      </Checkbox>
      {timeGrid && (
        <>
          <Select
            label="Step"
            value={String(timeGrid.step)}
            choices={GRID_STEPS.map((step) => ({ value: String(step), label: stepInWords(step) }))}
            onChange={(step) => set({ step: Number(step) })}
          />
          <Select
            label="Samples represent"
            value={String(timeGrid.longestSample ?? '')}
            choices={[
              { value: '', label: 'the time halfway to their neighbours' },
              ...LONGEST.map((seconds) => ({
                value: String(seconds),
                label: `at most ${stepInWords(seconds)}`,
              })),
            ]}
            onChange={(seconds) => set({ longestSample: seconds === '' ? null : Number(seconds) })}
          />
          {datastreams > 1 && (
            <Checkbox checked={timeGrid.merge} onChange={(merge) => set({ merge })}>
              One file for all datastreams
            </Checkbox>
          )}
        </>
      )}
      <p className="mt-1 text-sm text-ink-2">
        {timeGrid
          ? 'Cells begin at whole steps of UTC. Samples that are missing, Bad or inside the chosen reports are not used; flags and the good share of each cell show it. Limit what a sample stands for so that gaps stay empty.'
          : 'Rows keep their original times.'}
      </p>
    </>
  );
}
