// What a delivery was made of, in the form in which it is compared with the archive for years.
// Pure.
import type { DqrFilter, OrderRequest } from '@isobar/contract/orders/request.ts';
import { mergeSpans } from '@isobar/contract/orders/span.ts';
import {
  type Evidence,
  type KeptHolding,
  type KeptInput,
  keepSpan,
  NAMES_KEPT,
  wholeSeconds,
} from '../../../core/affected/evidence.ts';
import { spansOn } from '../../../core/quality/spans.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import { deliveredOf } from '../documents/delivered.ts';
import type { GatheredFile } from '../steps/gather.ts';
import type { CheckedInput, Plan } from '../steps/plan.ts';

export interface Delivery {
  readonly request: Pick<OrderRequest, 'selectedData'>;
  readonly plan: Plan;
  readonly files: readonly Pick<GatheredFile, 'unit' | 'inputs' | 'name'>[];
  readonly checked: ReadonlyMap<number, CheckedInput>;
  readonly simulated: boolean;
  /** As they were when quality-reports.json was written. */
  readonly tables: CuratedTables;
  /** Seconds UTC. */
  readonly madeAt: number;
}

export function evidenceOf(delivery: Delivery): Omit<Evidence, 'checkedAt'> {
  const { plan, request, tables, simulated, madeAt, files } = delivery;
  const delivered = deliveredOf(plan, files);
  const holdings = delivered.map(({ treatment, holding }): KeptHolding => {
    const how = plan.treatments[treatment];
    const copies = plan.units.filter(
      (unit) => unit.treatment === treatment && unit.make === 'copy',
    );
    const copied = copies.flatMap(({ inputs }) => inputs.flatMap((n) => plan.inputs[n] ?? []));
    return {
      selection: treatment,
      datastream: holding.datastream,
      variables: [...holding.variables],
      ranges: holding.ranges.map((span) => ({ ...span })),
      masks: (how?.masks ?? []).map((mask) => ({ ...mask })),
      copied: mergeSpans(copied.map(wholeSeconds)).map((span) => ({ ...span })),
      filters: filtersOf(request, treatment),
      joined: (how?.joinTo ?? null) !== null || isTogether(plan, treatment),
      together: isTogether(plan, treatment),
    };
  });
  const reports = delivered.flatMap(({ holding }) => spansOn(tables, holding).map(keepSpan));
  return {
    orderId: plan.orderId,
    madeAt,
    kept: { simulated, holdings, reports: unique(reports) },
    inputs: inputsOf(delivery, new Map(delivered.map(({ treatment }, n) => [treatment, n]))),
  };
}

/** Whether it is made into one file with other selections, as on a time grid. */
const isTogether = ({ units }: Plan, treatment: number): boolean =>
  units.some((unit) => unit.parts?.some((part) => part.treatment === treatment) ?? false);

const filtersOf = ({ selectedData }: Delivery['request'], selection: number): DqrFilter[] => [
  ...(selectedData.selectedDatastreams[selection]?.dqrFilter ?? []),
];

const unique = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];

/** Inputs that were read and of which something was delivered. */
function inputsOf(
  { plan, files, checked }: Delivery,
  holdingOf: ReadonlyMap<number, number>,
): KeptInput[] {
  const uses = new Map<number, { holdings: Set<number>; delivered: string[] }>();
  for (const file of files) {
    const unit = plan.units[file.unit];
    const parts = unit?.parts ?? (unit ? [unit] : []);
    for (const n of file.inputs) {
      const use = uses.get(n) ?? { holdings: new Set(), delivered: [] };
      uses.set(n, use);
      for (const part of parts) {
        const holding = part.inputs.includes(n) ? holdingOf.get(part.treatment) : undefined;
        if (holding !== undefined) use.holdings.add(holding);
      }
      if (use.delivered.length < NAMES_KEPT) use.delivered.push(file.name);
    }
  }
  return plan.inputs.flatMap(({ datastream, fileName, path, start, end }, n): KeptInput[] => {
    const found = checked.get(n);
    const use = uses.get(n);
    if (!use || !found?.sha256) return [];
    const { bytes, sha256 } = found;
    const holdings = [...use.holdings].sort((a, b) => a - b);
    const { delivered } = use;
    return [{ datastream, file: fileName, path, bytes, sha256, start, end, holdings, delivered }];
  });
}
