// The last question of the epoch flows: the valid days of the epoch in calendars, to be switched
// off and on one by one.
import { formatCount, plural } from '@isobar/contract/count.ts';
import '../../ui/day-calendar.css';
import 'react-day-picker/style.css';
import { formatCompactDay, parseCompact } from '@isobar/contract/time.ts';
import { useMemo, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { daysByYear, type Guided, setDays, toggleDay } from '../../lib/search/guided.ts';
import { readGuidedDays } from '../../lib/search/plan-guided.ts';
import { Button } from '../../ui/button.tsx';
import { fromCalendar, toCalendar } from '../../ui/date-time-text.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import type { GuidedMoves } from './guided-address.ts';
import { NothingMatches, QuestionFailed } from './question-states.tsx';
import { useQuestion } from './use-question.ts';

const CaseDialog = lazyPart(
  'The case illustration',
  () => import('./case-dialog.tsx').then((module) => module.CaseDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

/** The year selector appears with more year groups than this. */
const YEARS_AT_ONCE = 2;

export function DaysStep({ guided, go, toResults }: { readonly guided: Guided } & GuidedMoves) {
  const question = useQuestion(guided);
  const { reply } = question;
  const valid = useMemo(() => (reply ? readGuidedDays(reply) : []), [reply]);
  const saved = guided.answers.epoch_days;
  // An address without days means all of them; that none is chosen cannot be expressed in an
  // address.
  const [none, setNone] = useState(false);
  const chosen = none ? [] : (saved?.filter((day) => valid.includes(day)) ?? valid);
  if (question.error) return <QuestionFailed what="dates" question={question} />;
  if (!reply) return <Spinner label="Retrieving dates for epoch..." />;
  if (valid.length === 0) return <NothingMatches first={guided.step === 0} />;

  const choose = (days: readonly string[]): void => {
    setNone(days.length === 0);
    go(setDays(guided, days.length === valid.length ? [] : days), { replace: true });
  };
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="text-base">
          Which days of the epoch? Press a day to leave it out or to include it.
        </p>
        <p role="status" className="text-ink-2">
          {plural(chosen.length, 'date')} selected / {formatCount(valid.length)} available
        </p>
      </div>
      <Months
        valid={valid}
        chosen={chosen}
        onChoose={choose}
        illustrated={illustratedSite(guided)}
      />
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={chosen.length === 0}
          onClick={() => toResults(guided, guided.answers)}
        >
          Get Data
        </Button>
        <Button disabled={chosen.length === valid.length} onClick={() => choose(valid)}>
          Select all days
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => choose([])}>
          Clear days
        </Button>
      </div>
    </>
  );
}

function Months(props: {
  readonly valid: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (days: readonly string[]) => void;
  /** Site whose days have an illustration; null: none has. */
  readonly illustrated: string | null;
}) {
  const { valid, chosen, onChoose, illustrated } = props;
  const [looked, setLooked] = useState<string | null>(null);
  const look = (day: Date): void => {
    const compact = compactDay(day);
    if (illustrated !== null && valid.includes(compact)) setLooked(compact);
  };
  const years = useMemo(() => daysByYear(valid), [valid]);
  const [picked, setPicked] = useState(years[0]?.[0] ?? '');
  const several = years.length > YEARS_AT_ONCE;
  const days = several ? (years.find(([year]) => year === picked)?.[1] ?? []) : valid;
  const months = [...new Set(days.map((day) => `${day.slice(0, 6)}01`))];
  return (
    <>
      {several && (
        <Select
          label="Year"
          className="mt-3"
          value={picked}
          onChange={setPicked}
          choices={years.map(([year, ofYear]) => ({
            value: year,
            label: `${year} (${plural(ofYear.length, 'day')})`,
          }))}
        />
      )}
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        {months.map((month) => (
          <div key={month}>
            <DayPicker
              className="day-calendar !p-0"
              month={calendarDay(month)}
              hideNavigation
              disabled={(day) => !valid.includes(compactDay(day))}
              modifiers={{ selected: (day) => chosen.includes(compactDay(day)) }}
              modifiersClassNames={{ selected: 'rdp-selected' }}
              onDayMouseEnter={look}
              onDayFocus={look}
              onDayClick={(day, modifiers) => {
                if (!modifiers.disabled) onChoose(toggleDay(valid, chosen, compactDay(day)));
              }}
            />
            {/* The link stands right after its month, so that Tab leads from the day to it
                without crossing the days of other months. */}
            {illustrated !== null && (
              <p className="min-h-[2.2rem]">
                {looked?.startsWith(month.slice(0, 6)) && (
                  <CaseLink date={looked} site={illustrated} />
                )}
              </p>
            )}
          </div>
        ))}
      </div>
      {illustrated !== null && (
        <p className="text-ink-2">
          Hover over a day, or move to it with the keyboard, to see its illustration.
        </p>
      )}
    </>
  );
}

const CaseLink = ({ date, site }: { readonly date: string; readonly site: string }) => (
  <DialogButton
    className="link"
    dialog={(onClose) => <CaseDialog date={date} site={site} onClose={onClose} />}
  >
    Case illustration of {date.slice(0, 4)}-{date.slice(4, 6)}-{date.slice(6, 8)}
  </DialogButton>
);

/** Only this site has illustrated days, and not those of the eruption (part 1 section 2). */
const ILLUSTRATED = 'ena';
const NOT_ILLUSTRATED = 'tonga_blast';

const illustratedSite = ({ answers }: Guided): string | null => {
  const types = answers.epoch_codes ?? [];
  const fits =
    answers.site_code?.includes(ILLUSTRATED) &&
    types.length > 0 &&
    !types.includes(NOT_ILLUSTRATED);
  return fits ? ILLUSTRATED : null;
};

const calendarDay = (day: string): Date => toCalendar(parseCompact(day) ?? 0);
const compactDay = (day: Date): string => formatCompactDay(fromCalendar(day));
