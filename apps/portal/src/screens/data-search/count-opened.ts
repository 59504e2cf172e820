// Tells the server that the details of a data product were opened. It only counts; who opened them
// is not kept.
import type { Search } from '@isobar/contract/search/filter.ts';
import { useEffect } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { load } from '../../loading/load.ts';

/** Once for each record that is opened out of the list. */
export function useCountOpened(search: Search, rows: readonly ResultRow[]): void {
  const config = useConfig();
  const id = search.open?.id;
  const product = rows.find((row) => row.id === id)?.instrumentCode ?? '';
  useEffect(() => {
    if (id === undefined || product === '') return;
    load(() => import('@isobar/contract/calls/words.ts'))
      .then(({ openedCall }) => ask(config, openedCall, { body: { product } }))
      .catch(() => {}); // a missed count has no consequence
  }, [config, id, product]);
}
