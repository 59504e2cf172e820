// The days of the epoch that the search is narrowed to, in a calendar.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import '../../parts/calendar/calendar.css';
import * as z from 'zod/mini';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';
import { plural } from '../../lib/plural.ts';
import { dateOfDay } from '../../parts/calendar/day.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

const reply = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _source: z.object({
          epoch_name: z.string(),
          epoch_desc: z._default(z.string(), ''),
          /** JSON list of dates. */
          epoch_times: z._default(z.string(), '[]'),
        }),
      }),
    ),
  }),
});

export function EpochPanel({ code }: { readonly code: string }) {
  const epochs = useService('epochs');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['epoch', code],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      call({
        url: `${epochs}/_search`,
        query: { q: `epoch_code:"${code.replace(/["\\]/g, '\\$&')}"` },
        schema: reply,
        signal,
      }),
  });
  if (error) {
    return (
      <div className="mt-3">
        <FailurePanel
          what="The dates of the epoch could not be loaded."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (!data) return <Spinner label="Retrieving dates for epoch..." />;
  const epoch = data.hits.hits[0]?._source;
  if (!epoch) return <p className="mt-3 text-[.9rem] text-ink-2">No epoch is called {code}.</p>;
  return (
    <Days
      name={epoch.epoch_name}
      description={epoch.epoch_desc}
      days={readDays(epoch.epoch_times)}
    />
  );
}

function Days(props: {
  readonly name: string;
  readonly description: string;
  readonly days: readonly string[];
}) {
  const { name, description, days } = props;
  const first = days[0] ?? '';
  const [month, setMonth] = useState(dateOfDay(first));
  return (
    <section
      aria-label={`Epoch ${name}`}
      className="mt-3 rounded-lg border border-rule bg-surface p-3"
    >
      <h3 className="font-[560]">{name}</h3>
      {description && <p className="text-[.88rem] text-ink-2">{description}</p>}
      <p className="mt-1 text-[.88rem] text-ink-2">
        {plural(days.length, 'day')}
        {first && ` from ${first} to ${days.at(-1)}`}
      </p>
      {first && (
        <div className="calendar mt-2 overflow-x-auto">
          <DayPicker
            timeZone="UTC"
            month={month}
            onMonthChange={setMonth}
            startMonth={dateOfDay(first)}
            endMonth={dateOfDay(days.at(-1) ?? first)}
            captionLayout="dropdown"
            modifiers={{ epoch: days.map(dateOfDay) }}
            modifiersClassNames={{ epoch: 'epoch-day' }}
          />
        </div>
      )}
    </section>
  );
}

/** Days ascending, YYYY-MM-DD. */
function readDays(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    if (!Array.isArray(value)) return [];
    return value.map((item) => String(item).slice(0, 10)).toSorted();
  } catch {
    return [];
  }
}
