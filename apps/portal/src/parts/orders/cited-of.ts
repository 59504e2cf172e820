// What of an order is cited: each datastream once, from its earliest start to its latest end. Pure.
import type { OrderHistoryEntry } from '@isobar/contract/calls/orders.ts';
import type { Cited } from '../citation/citation-panel.tsx';

export function citedOf(order: Pick<OrderHistoryEntry, 'datastreams'>): readonly Cited[] {
  const levels = order.datastreams.flatMap((one) => one.dataLevels);
  return [...Map.groupBy(levels, (level) => level.datastream)].map(([datastream, ranges]) => ({
    datastream,
    startDate: ranges.map((range) => range.startDate.slice(0, 10)).sort()[0] ?? '',
    endDate:
      ranges
        .map((range) => range.endDate.slice(0, 10))
        .sort()
        .at(-1) ?? '',
  }));
}
