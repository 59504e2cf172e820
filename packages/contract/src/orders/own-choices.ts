// Formats and joining of one datastream of an order: its own where it has any, else those of the
// order. Pure.
import { MERGED_MEGABYTES } from './limits.ts';
import type { OrderRequest, SelectedDatastream } from './request.ts';

type OrderChoices = Pick<OrderRequest['selectedData'], 'outputFormat' | 'mergedOutput' | 'maxMb'>;
type OwnChoices = Pick<SelectedDatastream, 'outputFormat' | 'mergedOutput' | 'maxMb'>;

export const formatsFor = (order: OrderChoices, own: OwnChoices): OrderChoices['outputFormat'] =>
  own.outputFormat ?? order.outputFormat;

/** Most megabytes of a joined file; null: files are not joined. */
export const joinedMegabytesFor = (order: OrderChoices, own: OwnChoices): number | null =>
  (own.mergedOutput ?? order.mergedOutput) ? (own.maxMb ?? order.maxMb ?? MERGED_MEGABYTES) : null;
