// What a delivery holds of each datastream, to select the quality reports on exactly these data.
// Pure.
import { intersect, mergeSpans } from '@isobar/contract/orders/span.ts';
import type { Holding } from '@isobar/contract/quality/affected.ts';
import type { GatheredFile } from '../steps/gather.ts';
import type { Plan } from '../steps/plan.ts';

type Delivered = readonly Pick<GatheredFile, 'unit' | 'inputs'>[];

/** The holdings alone, of `deliveredOf`. */
export const deliveredHoldings = (plan: Plan, files: Delivered): readonly Holding[] =>
  deliveredOf(plan, files).map(({ holding }) => holding);

/**
 * One holding for each selection that something was delivered of, with the number of its treatment.
 * Its ranges are the times of its files that were ordered, none of them empty; no variables: all.
 */
export function deliveredOf(
  plan: Plan,
  files: Delivered,
): readonly { readonly treatment: number; readonly holding: Holding }[] {
  const inputs = new Map<number, Set<number>>();
  for (const file of files) {
    const unit = plan.units[file.unit];
    for (const { treatment, inputs: members } of unit?.parts ?? (unit ? [unit] : [])) {
      const own = inputs.get(treatment) ?? new Set();
      for (const input of file.inputs) if (members.includes(input)) own.add(input);
      inputs.set(treatment, own);
    }
  }
  return [...inputs].flatMap(([treatment, numbers]) => {
    const how = plan.treatments[treatment];
    const spans = [...numbers].flatMap((n) => plan.inputs[n] ?? []);
    if (!how) return [];
    const ranges = mergeSpans(
      spans.flatMap((file) => {
        const whole = { start: Math.floor(file.start), end: Math.floor(file.end) };
        return how.ranges ? how.ranges.flatMap((range) => intersect(range, whole) ?? []) : [whole];
      }),
    );
    const { datastream, variables } = how;
    return ranges.length > 0 ? [{ treatment, holding: { datastream, variables, ranges } }] : [];
  });
}
