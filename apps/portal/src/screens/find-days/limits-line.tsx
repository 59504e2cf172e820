// Everything that limits the search besides its conditions, in one line: how long, when, and which
// reports count.
import type { EventSearch, ReportClass } from '@isobar/contract/calls/facts.ts';
import { USUAL_SHARE } from '@isobar/contract/calls/facts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Select } from '../../ui/select.tsx';
import { NumberField } from './condition-row.tsx';
import type { ChangeDays } from './use-days-address.ts';

const NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];
const MONTHS: readonly (readonly [string, string])[] = [
  ['', 'all months'],
  ['3,4,5', 'March to May'],
  ['6,7,8', 'June to August'],
  ['9,10,11', 'September to November'],
  ['1,2,12', 'December to February'],
  ...NAMES.map((name, n) => [String(n + 1), name] as const),
];
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
/** 'May to August' of ascending months without a gap, else their names. */
function monthsText(months: readonly number[]): string {
  const names = months.map((month) => NAMES[month - 1]);
  const isRun = months.length > 2 && months.every((month, i) => month === (months[0] ?? 0) + i);
  return isRun ? `${names[0]} to ${names.at(-1)}` : names.join(', ');
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export function LimitsLine(props: { readonly search: EventSearch; readonly change: ChangeDays }) {
  const { search, change } = props;
  const { clauses, variables, hours, months, hoursOfDay, reports, share } = search;
  const month = months?.join(',') ?? '';
  const known = MONTHS.some(([value]) => value === month);
  const from = hoursOfDay?.from ?? 0;
  const to = hoursOfDay?.to ?? 24;
  const clockName = hoursOfDay?.clock ?? 'utc';
  const setHours = (next: { from: number; to: number; clock: 'utc' | 'site' }): void =>
    change({
      hoursOfDay: next.from === 0 && next.to === 24 && next.clock === 'utc' ? undefined : next,
    });
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-rule py-3">
      {clauses.length > 0 && (
        <span className="inline-flex flex-wrap items-center gap-2">
          At least
          <NumberField
            label="Hours in a row"
            value={hours}
            least={1}
            onChange={(next) => change({ hours: Math.min(8784, Math.round(next)) })}
          />
          {hours === 1 ? 'hour' : 'hours in a row'}
        </span>
      )}
      <Select
        label="Months"
        value={month}
        choices={[
          ...MONTHS.map(([value, label]) => ({ value, label })),
          ...(known ? [] : [{ value: month, label: monthsText(months ?? []) }]),
        ]}
        onChange={(next) =>
          change({ months: next === '' ? undefined : next.split(',').map(Number) })
        }
      />
      <span className="inline-flex flex-wrap items-center gap-2">
        <Select
          label="From"
          value={String(from)}
          choices={HOURS.slice(0, 24).map((hour) => ({ value: String(hour), label: clock(hour) }))}
          onChange={(next) => setHours({ from: Number(next), to, clock: clockName })}
        />
        <Select
          label="to"
          value={String(to)}
          choices={HOURS.map((hour) => ({ value: String(hour), label: clock(hour) }))}
          onChange={(next) => setHours({ from, to: Number(next), clock: clockName })}
        />
        <Select
          quietLabel
          label="Clock"
          value={clockName}
          choices={[
            { value: 'utc', label: 'UTC' },
            { value: 'site', label: "site's sun time" },
          ]}
          onChange={(next) => setHours({ from, to, clock: next })}
        />
      </span>
      <span className="inline-flex flex-wrap items-center gap-2">
        <DayField
          isInline
          label="Days from"
          value={search.start?.slice(0, 10) ?? ''}
          onChange={(start) => change({ start: start || undefined })}
        />
        <DayField
          isInline
          label="to"
          value={search.end?.slice(0, 10) ?? ''}
          onChange={(end) => change({ end: end || undefined })}
        />
      </span>
      <Reports reports={reports} onChange={(next) => change({ reports: [...next] })} />
      {variables.length > 0 && (
        <Select
          label="A day is good with values in"
          value={String(share)}
          choices={[...new Set([0.5, 0.75, USUAL_SHARE, 0.95, 1, share])]
            .sort((a, b) => a - b)
            .map((one) => ({
              value: String(one),
              label: `${Math.round(one * 100)} % of its hours`,
            }))}
          onChange={(next) => change({ share: Number(next) })}
        />
      )}
    </div>
  );
}

const CLASSES: readonly (readonly [ReportClass, string])[] = [
  ['incorrect', 'Leave out incorrect'],
  ['suspect', 'and suspect'],
];

function Reports(props: {
  readonly reports: readonly ReportClass[];
  readonly onChange: (reports: readonly ReportClass[]) => void;
}) {
  return (
    <fieldset className="inline-flex min-w-0 flex-wrap items-center gap-x-4">
      <legend className="sr-only">Reports whose hours do not count</legend>
      {CLASSES.map(([name, label]) => (
        <Checkbox
          key={name}
          checked={props.reports.includes(name)}
          onChange={(on) =>
            props.onChange(
              CLASSES.map(([one]) => one).filter((one) =>
                one === name ? on : props.reports.includes(one),
              ),
            )
          }
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}
