// The calendar and the clock of a date-time input. Heavy (calendar and popover): loaded lazily.
import 'react-day-picker/style.css';
import './day-calendar.css';
import { Popover } from '@base-ui/react/popover';
import { CalendarDays, Clock } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import {
  type Bounds,
  type Edge,
  fromCalendar,
  midnightOf,
  secondsOfTime,
  snap,
  timeOf,
  toCalendar,
  withDay,
} from './date-time-text.ts';

type Picker = {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (seconds: number) => void;
  readonly bounds: Bounds;
  readonly edge: Edge;
  readonly disabled: boolean;
};

/** Picks a day and keeps the time; where that leaves the bounds, the bound itself is taken. */
export function CalendarPopover(props: Picker & { readonly dateOnly: boolean }) {
  const { label, value, onChange, bounds, edge, disabled } = props;
  const [open, setOpen] = useState(false);
  const selected = value === null ? undefined : toCalendar(value);
  return (
    <PickerPopover
      open={open}
      onOpen={setOpen}
      disabled={disabled}
      label={`${label}: calendar`}
      icon={<CalendarDays size={16} aria-hidden />}
    >
      <DayPicker
        autoFocus
        mode="single"
        required
        captionLayout="dropdown"
        className="day-calendar"
        startMonth={toCalendar(bounds.start)}
        endMonth={toCalendar(bounds.end)}
        disabled={[{ before: toCalendar(bounds.start) }, { after: toCalendar(bounds.end) }]}
        defaultMonth={selected ?? toCalendar(edge === 'start' ? bounds.start : bounds.end)}
        selected={selected}
        onSelect={(day) => {
          onChange(snap(withDay(value, fromCalendar(day), edge), bounds));
          setOpen(false);
        }}
      />
    </PickerPopover>
  );
}

/**
 * Three fields, 24 hours. A time out of range is marked and not passed on; on closing the bound is
 * taken instead.
 */
export function ClockPopover(props: Picker) {
  const { label, value, onChange, bounds, disabled } = props;
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<readonly string[]>([]);
  const day = value === null ? bounds.start : midnightOf(value);
  const parts = draft.map((text) => (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN));
  const time = secondsOfTime(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0);
  const valid = time !== null && day + time >= bounds.start && day + time <= bounds.end;
  const change = (index: number, text: string): void => {
    const next = draft.map((old, i) => (i === index ? text : old));
    setDraft(next);
    const [hour = Number.NaN, minute = Number.NaN, second = Number.NaN] = next.map(Number);
    const seconds = next.includes('') ? null : secondsOfTime(hour, minute, second);
    if (seconds === null) return;
    if (day + seconds >= bounds.start && day + seconds <= bounds.end) onChange(day + seconds);
  };
  const toggle = (next: boolean): void => {
    if (next) setDraft(timeOf(value ?? bounds.start).map((part) => String(part).padStart(2, '0')));
    else if (!valid) onChange(snap(day + (time ?? timeAtEdge(props.edge)), bounds));
    setOpen(next);
  };
  return (
    <PickerPopover
      open={open}
      onOpen={toggle}
      disabled={disabled}
      label={`${label}: time`}
      icon={<Clock size={16} aria-hidden />}
    >
      <fieldset className="p-3">
        <legend className="sr-only">{label}: time, 24 hours</legend>
        <div className="flex items-end gap-1.5">
          {['Hour', 'Minute', 'Second'].map((name, index) => (
            <TimePart
              key={name}
              name={name}
              text={draft[index] ?? ''}
              most={index === 0 ? 23 : 59}
              invalid={!valid}
              onChange={(text) => change(index, text)}
            />
          ))}
          <span className="pb-2 text-sm text-ink-2">UTC</span>
        </div>
        <p aria-live="polite" className="mt-1 min-h-[1.3em] text-sm text-danger">
          {!valid && 'Out of range'}
        </p>
      </fieldset>
    </PickerPopover>
  );
}

function TimePart(props: {
  readonly name: string;
  readonly text: string;
  readonly most: number;
  readonly invalid: boolean;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  const { name, text, most, invalid, onChange } = props;
  const step = (by: number): void => {
    const next = (Number(text || 0) + by + most + 1) % (most + 1);
    onChange(String(next).padStart(2, '0'));
  };
  return (
    <div className="grid gap-0.5">
      <label htmlFor={id} className="text-xs text-ink-2">
        {name}
      </label>
      <input
        id={id}
        className="field w-14 !px-2 text-center font-mono"
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        aria-invalid={invalid || undefined}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
    </div>
  );
}

function PickerPopover(props: {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly disabled: boolean;
  readonly label: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Popover.Root open={props.open} onOpenChange={props.onOpen}>
      <Popover.Trigger
        disabled={props.disabled}
        aria-label={props.label}
        className="grid size-8 shrink-0 place-items-center rounded text-ink-2 hover:text-ink disabled:opacity-40"
      >
        {props.icon}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-50">
          <Popover.Popup className="pop" aria-label={props.label}>
            {props.children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const timeAtEdge = (edge: Edge): number => (edge === 'start' ? 0 : 86_399);
