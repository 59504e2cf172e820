// The last question of two flows: a start and an end within the time covered by the matching data.

import { DAY_SECONDS, formatDay, parseDay } from '@isobar/contract/time.ts';
import { type Guided, setDay } from '../../lib/search/guided.ts';
import { readGuidedTimeframe } from '../../lib/search/plan-guided.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { Spinner } from '../../ui/progress.tsx';
import type { GuidedMoves } from './guided-address.ts';
import { NothingMatches, QuestionFailed } from './question-states.tsx';
import { useQuestion } from './use-question.ts';

export function RangeStep({ guided, go, toResults }: { readonly guided: Guided } & GuidedMoves) {
  const question = useQuestion(guided);
  if (question.error) return <QuestionFailed what="dates" question={question} />;
  if (!question.reply) return <Spinner label="Retrieving the available dates…" />;
  const timeframe = readGuidedTimeframe(question.reply);
  if (!timeframe) return <NothingMatches first={guided.step === 0} />;

  const first = parseDay(timeframe.start) ?? 0;
  const last = (parseDay(timeframe.end) ?? 0) + DAY_SECONDS - 1;
  const start = dayOf(guided.answers.start_date?.[0]);
  const end = dayOf(guided.answers.end_date?.[0]);
  const set = (edge: 'start_date' | 'end_date', seconds: number): void =>
    go(setDay(guided, edge, formatDay(seconds)), { replace: true });
  return (
    <>
      <p className="text-base">Which dates do you need? Leave both empty for all dates.</p>
      <p className="mt-1 text-ink-2">
        Available timeframe: {timeframe.start} to {timeframe.end} UTC
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <Edge label="Start date">
          <DateTimeInput
            label="Start date"
            edge="start"
            dateOnly
            value={start}
            bounds={{ start: first, end: end === null ? last : end + DAY_SECONDS - 1 }}
            onChange={(seconds) => set('start_date', seconds)}
            className="w-48"
          />
        </Edge>
        <Edge label="End date">
          <DateTimeInput
            label="End date"
            edge="end"
            dateOnly
            value={end}
            bounds={{ start: start ?? first, end: last }}
            onChange={(seconds) => set('end_date', seconds)}
            className="w-48"
          />
        </Edge>
        {(start !== null || end !== null) && (
          <Button
            look="quiet"
            className="mt-[1.7rem]"
            onClick={() =>
              go(setDay(setDay(guided, 'start_date', null), 'end_date', null), { replace: true })
            }
          >
            All dates
          </Button>
        )}
      </div>
      <Button look="primary" className="mt-5" onClick={() => toResults(guided, guided.answers)}>
        Get Data
      </Button>
    </>
  );
}

const Edge = (props: { readonly label: string; readonly children: React.ReactNode }) => (
  <div>
    <span aria-hidden className="mb-1 block text-sm text-ink-2">
      {props.label}
    </span>
    {props.children}
  </div>
);

const dayOf = (day: string | undefined): number | null =>
  day === undefined ? null : parseDay(day);
