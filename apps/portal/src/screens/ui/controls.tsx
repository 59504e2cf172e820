// Parts to press, tick, choose from and type into.
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Checkbox, Switch } from '../../ui/checkbox.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FormFailure, NewPasswordFields, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Part, States } from './part.tsx';

const LOOKS: readonly ButtonLook[] = ['plain', 'primary', 'soft', 'quiet', 'danger'];
const DAYS = { start: Date.UTC(2019, 0) / 1000, end: Date.UTC(2019, 11, 31) / 1000 };

export function Controls() {
  return (
    <>
      <Part name="button">
        {[false, true].map((small) => (
          <States key={String(small)}>
            {LOOKS.map((look) => (
              <Button key={look} look={look} small={small}>
                {look}
              </Button>
            ))}
            <Button small={small} disabled>
              disabled
            </Button>
            <Button small={small} busy>
              busy
            </Button>
            <Button small={small} icon aria-label={small ? 'A small calendar' : 'A calendar'}>
              <CalendarDays size={16} aria-hidden />
            </Button>
          </States>
        ))}
      </Part>
      <Ticks />
      <Choices />
      <Part name="field">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Empty" />
          <TextField label="With a hint" hint="As printed in your letter." defaultValue="ada" />
          <TextField label="Wrong" problem="This is not an address." defaultValue="ada at home" />
          <TextField label="Disabled" disabled defaultValue="ada" />
          <NewPasswordFields label="Password" name="password" again="The two are not the same." />
        </div>
        <FormFailure text="The form could not be sent. Try again." />
      </Part>
      <Dates />
      <Days />
    </>
  );
}

function Ticks() {
  const [on, setOn] = useState(true);
  return (
    <Part name="checkbox">
      <States>
        <Checkbox checked={on} onChange={setOn}>
          ticked
        </Checkbox>
        <Checkbox checked={!on} onChange={() => setOn(!on)}>
          not ticked
        </Checkbox>
        <Checkbox checked={false} indeterminate onChange={() => {}}>
          some of it
        </Checkbox>
        <Checkbox checked disabled onChange={() => {}}>
          disabled
        </Checkbox>
        <Switch checked={on} onChange={setOn}>
          a switch
        </Switch>
        <Switch checked={false} disabled onChange={() => {}}>
          one that is disabled
        </Switch>
      </States>
    </Part>
  );
}

function Choices() {
  const [level, setLevel] = useState<'b1' | 'c1' | 'a0'>('b1');
  const segments = (['b1', 'c1', 'a0'] as const).map((value) => ({
    value,
    label: value,
    disabled: value === 'a0',
  }));
  return (
    <>
      <Part name="segmented">
        <States>
          <Segmented label="Data level" value={level} segments={segments} onChange={setLevel} />
          <Segmented
            label="Data level, small"
            small
            value={level}
            segments={segments}
            onChange={setLevel}
          />
        </States>
      </Part>
      <Part name="select">
        <States>
          <Select label="Level" value={level} choices={segments} onChange={setLevel} />
          <Select label="Disabled" disabled value={level} choices={segments} onChange={setLevel} />
        </States>
      </Part>
    </>
  );
}

function Dates() {
  const [at, setAt] = useState<number | null>(DAYS.start);
  return (
    <Part name="date-time-input">
      <div className="flex flex-wrap gap-3">
        <DateTimeInput
          label="Start"
          edge="start"
          value={at}
          bounds={DAYS}
          onChange={setAt}
          className="w-64 max-w-full"
        />
        <DateTimeInput
          label="A day"
          edge="start"
          dateOnly
          value={null}
          bounds={DAYS}
          onChange={setAt}
          className="w-44"
        />
        <DateTimeInput
          label="Disabled"
          edge="end"
          disabled
          value={DAYS.end}
          bounds={DAYS}
          onChange={setAt}
          className="w-64 max-w-full"
        />
      </div>
    </Part>
  );
}

function Days() {
  const [day, setDay] = useState('2019-06-01');
  return (
    <Part name="day-field">
      <div className="flex flex-wrap gap-3">
        {[false, true].map((isInline) => (
          <DayField
            key={String(isInline)}
            label={isInline ? 'A day beside its label' : 'A day below its label'}
            value={day}
            first="2019-01-01"
            last="2019-12-31"
            isInline={isInline}
            onChange={setDay}
          />
        ))}
      </div>
    </Part>
  );
}
