// The search without the record that is open: the same object for as long as nothing else changes, so that nothing else is drawn again.
import { openRecord, type Search } from '@isobar/contract/search/filter.ts';
import { useState } from 'react';

export function useAsked(search: Search): Search {
  const now = openRecord(search, null);
  const [asked, setAsked] = useState(now);
  if (JSON.stringify(asked) === JSON.stringify(now)) return asked;
  setAsked(now);
  return now;
}
