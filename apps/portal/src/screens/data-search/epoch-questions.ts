// What to ask before an epoch is applied as a filter, since epochs exclude each other and date
// filters (part 1 section 5).
import { chosen, type Search, setDates } from '@isobar/contract/search/filter.ts';
import { confirm } from '../../ui/confirm.tsx';

/**
 * The search without its dates, to which the epoch can be added; null if several epochs are ticked
 * or the person keeps the dates.
 */
export async function withEpoch(search: Search, epochs: readonly string[]): Promise<Search | null> {
  if (epochs.length > 1) {
    await confirm({
      title: 'Multiple Data Epoch facets detected',
      text: 'Cannot search over multiple Data Epochs. Please select a single Data Epoch facet.',
      confirmLabel: 'OK',
      cancelLabel: null,
    });
    return null;
  }
  const dated = chosen(search, 'start_date').length + chosen(search, 'end_date').length > 0;
  if (!dated) return search;
  const yes = await confirm({
    title: 'Applying epoch facet will overwrite date filters.',
    text: 'The start and end date of the search are removed.',
  });
  return yes ? setDates(search, null, null) : null;
}
