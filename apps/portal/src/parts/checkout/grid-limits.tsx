// Limits of the deviation and of the good share of a variable on the time grid, beyond which a cell
// is flagged.
import type { GridVariableChoice } from '@isobar/contract/orders/time-grid.ts';
import { useId } from 'react';

type Limits = NonNullable<GridVariableChoice['limits']>;

export function GridLimits(props: {
  readonly name: string;
  readonly units: string;
  readonly limits: Limits | undefined;
  readonly onChange: (limits: Limits | undefined) => void;
}) {
  const { name, units, limits = {}, onChange } = props;
  const set = (part: keyof Limits, key: 'bad' | 'indeterminate', value: number | undefined) => {
    const { [key]: _, ...others } = limits[part] ?? {};
    const own = value === undefined ? others : { ...others, [key]: value };
    const { [part]: __, ...rest } = limits;
    const next: Limits = Object.keys(own).length > 0 ? { ...rest, [part]: own } : rest;
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  const inUnits = units === '' ? '' : ` (${units})`;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-ink-2">
        Flag limits<span className="sr-only"> of {name}</span>
      </summary>
      <div className="mt-1 grid max-w-[26rem] grid-cols-[1fr_7rem] items-center gap-x-3 gap-y-1">
        <NumberBox
          label={`Deviation over${inUnits}: Indeterminate`}
          value={limits.deviation?.indeterminate}
          onChange={(value) => set('deviation', 'indeterminate', value)}
        />
        <NumberBox
          label={`Deviation over${inUnits}: Bad`}
          value={limits.deviation?.bad}
          onChange={(value) => set('deviation', 'bad', value)}
        />
        <NumberBox
          label="Good share under (%): Indeterminate"
          value={percent(limits.share?.indeterminate)}
          most={100}
          onChange={(value) => set('share', 'indeterminate', shareOf(value))}
        />
        <NumberBox
          label="Good share under (%): Bad"
          value={percent(limits.share?.bad)}
          most={100}
          onChange={(value) => set('share', 'bad', shareOf(value))}
        />
      </div>
    </details>
  );
}

const percent = (share: number | undefined): number | undefined =>
  share === undefined ? undefined : Math.round(share * 1e6) / 1e4;
const shareOf = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : value / 100;

function NumberBox(props: {
  readonly label: string;
  readonly value: number | undefined;
  readonly most?: number;
  readonly onChange: (value: number | undefined) => void;
}) {
  const id = useId();
  const { label, value, most, onChange } = props;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={0}
        max={most}
        step="any"
        className="field min-w-0"
        value={value ?? ''}
        onChange={({ target }) => {
          const number = Number(target.value);
          const isFine = target.value !== '' && number >= 0 && number <= (most ?? Number.MAX_VALUE);
          onChange(isFine ? number : undefined);
        }}
      />
    </>
  );
}
