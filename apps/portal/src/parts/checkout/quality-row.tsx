// What is known before ordering of the quality of a datastream: its reports, and beside them what
// they leave of each variable.
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { useState } from 'react';
import { TouchingReports, useTouches } from '../selection/touching.tsx';
import { SAMPLES_HEIGHT, SamplesKept } from './samples-kept.tsx';
import type { Flagging } from './submission-of.ts';

/**
 * Where no report affects the days and no check masks values, the row is one line. The cart knows
 * the reports in most cases; where they are still on their way when the checkout opens, the place
 * of the bars is kept, so that nothing below moves whatever arrives.
 */
export function QualityRow(props: { readonly selection: Selection; readonly masking: Flagging }) {
  const { selection, masking } = props;
  const { datastream, dates, variables } = selection;
  const touches = useTouches(datastream, dates, variables);
  const [waited] = useState(touches === undefined);
  const hasBars = touches?.length !== 0 || masking.qcFilter;
  return (
    <div
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 md:grid-cols-2"
      style={hasBars || waited ? { minHeight: SAMPLES_HEIGHT } : undefined}
    >
      <TouchingReports selection={selection} />
      {hasBars && <SamplesKept selection={selection} masking={masking} />}
    </div>
  );
}
