// The search without the open record: the same object as long as nothing else changes, so that
// nothing is drawn again needlessly.
import { openRecord, type Search } from '@isobar/contract/search/filter.ts';
import { useState } from 'react';

export function useAsked(search: Search): Search {
  const now = openRecord(search, null);
  const [asked, setAsked] = useState(now);
  if (JSON.stringify(asked) === JSON.stringify(now)) return asked;
  setAsked(now);
  return now;
}
