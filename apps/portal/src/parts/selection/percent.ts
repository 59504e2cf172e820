// Shares as the checkout shows them.
export { formatShare as percent } from '@isobar/contract/count.ts';
