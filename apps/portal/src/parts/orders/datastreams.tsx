// The datastreams of an order: three at first, all on demand.

import type { OrderHistoryEntry } from '@isobar/contract/calls/orders.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { formatDay, parseInstant } from '@isobar/contract/time.ts';
import { useState } from 'react';
import { shownCode } from '../../lib/shown-code.ts';
import { ShowAll } from '../../ui/show-all.tsx';

const AT_FIRST = 3;

export function Datastreams({ order }: { readonly order: OrderHistoryEntry }) {
  const [all, setAll] = useState(false);
  const rows = order.datastreams.flatMap((one) =>
    one.dataLevels.map((level) => ({ one, level, key: `${level.datastream} ${level.startDate}` })),
  );
  const shown = all ? rows : rows.slice(0, AT_FIRST);
  if (rows.length === 0) return <p className="text-ink-2">We are still processing your order.</p>;
  return (
    <div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {shown.map(({ one, level, key }) => (
          <li key={key} className="flex flex-wrap gap-x-3 *:min-w-0">
            <span className="font-mono text-sm break-all">{level.datastream}</span>
            <span>{one.title}</span>
            <span className="text-ink-2">
              {[shownCode(one.site) || one.site, one.facility].filter(Boolean).join(' ')} ·{' '}
              {dayOf(level.startDate)} to {dayOf(level.endDate)}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > AT_FIRST && (
        <ShowAll
          isWhole={all}
          onToggle={() => setAll(!all)}
          more={`Show all ${formatCount(rows.length)} datastreams`}
          className="mt-1"
        />
      )}
    </div>
  );
}

/** '2020-01-01T00:00:00Z' -> '2020-01-01'; any other text stays as it is. */
export function dayOf(date: string): string {
  const seconds = parseInstant(date);
  return seconds === null ? date : formatDay(seconds);
}
