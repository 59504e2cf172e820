// What happened to a report, the latest first.
import type { WrittenReport } from '@isobar/contract/calls/quality.ts';
import { formatDayTime, parseInstant } from '@isobar/contract/time.ts';

export function ReportEvents({ events }: Pick<WrittenReport, 'events'>) {
  return (
    <section aria-labelledby="history" className="mt-8 border-t border-rule pt-4">
      <h2 id="history" className="title-2">
        History
      </h2>
      <ol className="mt-2 grid gap-1.5">
        {events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are never reordered and have no key of their own
          <li key={events.length - at} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <span className="text-ink-2">{formatDayTime(parseInstant(event.at) ?? 0)} UTC</span>
            <span className="min-w-0 break-words">
              {event.person} {event.action}
              {event.note && <span className="text-ink-2">: {event.note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
