// What is cited of an order: its datastreams, each with the dates that were ordered. Pure.
import type { OrderHistoryEntry } from '@isobar/contract/calls/orders.ts';
import type { CitationDatastream } from '../citation/cited.ts';

export const citationObjects = (
  order: Pick<OrderHistoryEntry, 'datastreams'>,
): readonly CitationDatastream[] =>
  order.datastreams.map(({ dataLevels }) => ({
    dataLevels: dataLevels.map(({ datastream, dataLevel, startDate, endDate }) => ({
      datastream,
      dataLevel,
      dates: [{ startDate, endDate }],
    })),
  }));
