// In red beside Submit: selections of which reports mask more than half of the values, and what to
// do instead.
import { formatShare } from '@isobar/contract/count.ts';
import { type DataQuality, isMuchMasked } from '@isobar/contract/quality/data-quality.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import {
  alternativesSearch,
  measuredSearch,
  readAlternatives,
  readMeasured,
} from '../../lib/search/plan-alternatives.ts';
import { postSearch } from '../../lib/search-call.ts';
import type { CartEntry } from '../cart/cart-item.ts';

const MOST_OFFERED = 3;

export function MaskedWarning(props: {
  readonly items: readonly CartEntry[];
  readonly quality: readonly DataQuality[];
}) {
  const { items, quality } = props;
  const much = quality.flatMap((one, at) => {
    const entry = items[at];
    return entry && isMuchMasked(one) && entry.selection.datastream === one.datastream
      ? [{ entry, quality: one }]
      : [];
  });
  if (much.length === 0) return null;
  return (
    <ul role="status" className="grid max-w-[26rem] gap-2 text-sm">
      {much.map(({ entry, quality: one }) => (
        <li key={one.datastream} className="flex gap-2">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
          <span className="min-w-0">
            <span className="text-danger">
              Reports mask {formatShare(one.masked / one.values)} of the values of {one.datastream}.
            </span>{' '}
            Choose other days or variables in the cart
            <Instead entry={entry} quality={one} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Other instruments of the site that measure the same, without such reports in these days. */
function Instead({ entry, quality }: { readonly entry: CartEntry; readonly quality: DataQuality }) {
  const config = useConfig();
  const { datastream, dates, variables } = entry.selection;
  const names = quality.wholly.length > 0 ? quality.wholly.map((one) => one.variable) : variables;
  const { data } = useQuery({
    queryKey: ['alternatives', datastream, names, dates],
    staleTime: 10 * 60_000,
    retry: false,
    meta: { optional: true },
    queryFn: async ({ signal }) => {
      const of = measuredSearch(datastream, names);
      const measured = readMeasured(await postSearch(config, 'metadata', of, signal));
      if (measured.length === 0) return [];
      const body = alternativesSearch(datastream, measured, dates);
      return readAlternatives(
        await postSearch(config, 'metadata', body, signal),
        dates,
        MOST_OFFERED,
      );
    },
  });
  if (!data || data.length === 0) return '.';
  const start = formatDay(Math.min(...dates.map((span) => span.start)));
  const end = formatDay(Math.max(...dates.map((span) => span.end)));
  return (
    <>
      , or another instrument of this site without such reports in these days:{' '}
      {data.map((one, at) => (
        <span key={one.datastream}>
          {at > 0 && ', '}
          <a
            className="link"
            href={resultsHref({
              ...EMPTY_SEARCH,
              terms: { datastream: [one.datastream], start_date: [start], end_date: [end] },
            })}
          >
            {one.instrument} {one.facility}
          </a>
        </span>
      ))}
      .
    </>
  );
}
