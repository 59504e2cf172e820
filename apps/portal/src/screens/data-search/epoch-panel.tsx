// The days of the epoch that the search is narrowed to, in a calendar.
import { plural } from '@isobar/contract/count.ts';
import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import '../../parts/calendar/calendar.css';
import { dateOfDay } from '../../parts/calendar/day.ts';
import { useEpochRecord } from '../../parts/selection/use-epoch.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

export function EpochPanel({ code }: { readonly code: string }) {
  const { data: epoch, error, refetch, isFetching } = useEpochRecord(code);
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
  if (epoch === undefined) return <Spinner label="Retrieving dates for epoch..." />;
  if (!epoch) return <p className="mt-3 text-sm text-ink-2">There is no epoch called {code}.</p>;
  return <Days name={epoch.name} description={epoch.description} days={readDays(epoch.times)} />;
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
      <h3 className="font-strong">{name}</h3>
      {description && <p className="text-sm text-ink-2">{description}</p>}
      <p className="mt-1 text-sm text-ink-2">
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
