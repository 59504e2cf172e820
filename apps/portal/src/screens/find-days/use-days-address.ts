// The search for days in the address: read from it, and written to it. Nothing else keeps it.
import type { EventSearch } from '@isobar/contract/calls/facts.ts';
import { type DaysAddress, formatDays, parseDays } from '@isobar/contract/facts/days-address.ts';
import { useMemo } from 'react';
import { useLocation, useRouter } from '../../lib/router/provider.tsx';

export type ChangeDays = (change: Partial<EventSearch>, text?: string) => void;

export function useDaysAddress(): DaysAddress & { readonly change: ChangeDays } {
  const router = useRouter();
  const { searchStr } = useLocation();
  const address = useMemo(() => parseDays(searchStr), [searchStr]);
  const change: ChangeDays = (next, text = address.text) => {
    const query = formatDays(withoutUndefined({ ...address.search, ...next }), text);
    void router.navigate({ href: query === '' ? '/days' : `/days?${query}`, resetScroll: false });
  };
  return { ...address, change };
}

/** A field that is set to undefined is taken out. */
function withoutUndefined(search: EventSearch): EventSearch {
  const { start, end, months, hoursOfDay, ...rest } = search;
  return {
    ...rest,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(months === undefined ? {} : { months }),
    ...(hoursOfDay === undefined ? {} : { hoursOfDay }),
  };
}
