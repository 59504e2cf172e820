// The calendar behind the date range; heavy, so it is loaded on demand.
import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import '../../parts/calendar/calendar.css';
import { dateOfDay, dayOfDate } from '../../parts/calendar/day.ts';

export type DayRange = { readonly start: string; readonly end: string };

export function CalendarPopover(props: {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly range: DayRange;
  readonly onChange: (range: DayRange) => void;
  readonly first: string;
  readonly last: string;
}) {
  const { open, onOpen, range, onChange } = props;
  const first = dateOfDay(props.first);
  const last = dateOfDay(props.last);
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Trigger
        className="grid size-7 shrink-0 place-items-center rounded text-ink-2"
        aria-label="Calendar"
      >
        <CalendarDays size={17} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40">
          <Popover.Popup className="pop calendar !p-4" aria-label="Choose a date range">
            <DayPicker
              mode="range"
              timeZone="UTC"
              captionLayout="dropdown"
              startMonth={first}
              endMonth={last}
              disabled={[{ before: first }, { after: last }]}
              defaultMonth={dateOfDay(range.end || range.start || props.last)}
              selected={{
                from: range.start ? dateOfDay(range.start) : undefined,
                to: range.end ? dateOfDay(range.end) : undefined,
              }}
              onSelect={(next) =>
                onChange({
                  start: next?.from ? dayOfDate(next.from) : '',
                  end: next?.to ? dayOfDate(next.to) : '',
                })
              }
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
