// A condition as a line that is edited in place, with how often its values occur; and a variable
// that must have good data.
import { type Clause, COMPARISONS, STATISTICS } from '@isobar/contract/calls/facts.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useFactList } from '../../parts/look/look-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useDistribution } from './days-queries.ts';

const SIGNS = { '>': 'above', '<': 'below', between: 'between' } as const;
const STATISTIC_NAMES = {
  mean: 'hourly mean',
  max: 'hourly maximum',
  min: 'hourly minimum',
} as const;

export function ConditionRow(props: {
  readonly clause: Clause;
  readonly onChange: (clause: Clause) => void;
  readonly onRemove: () => void;
}) {
  const { clause, onChange, onRemove } = props;
  const { datastream, variable, statistic, comparison, value, upTo } = clause;
  const known = useVariable(clause);
  const name = `${datastream} ${variable}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-2 border-b border-rule py-3 lg:grid-cols-[220px_minmax(0,1fr)_auto_auto]">
      <Name datastream={datastream} variable={variable} longName={known?.longName} />
      <Histogram clause={clause} />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          quietLabel
          label={`Statistic of ${name}`}
          value={statistic}
          choices={STATISTICS.filter((one) => one !== 'min' || known?.dimensions !== 2).map(
            (one) => ({
              value: one,
              label: STATISTIC_NAMES[one],
            }),
          )}
          onChange={(next) => onChange({ ...clause, statistic: next })}
        />
        <Select
          quietLabel
          label={`Comparison of ${name}`}
          value={comparison}
          choices={COMPARISONS.map((one) => ({ value: one, label: SIGNS[one] }))}
          onChange={(next) => onChange(compared(clause, next))}
        />
        <NumberField
          label={`Limit of ${name}`}
          value={value}
          onChange={(next) =>
            onChange({
              ...clause,
              value: next,
              ...(upTo === undefined ? {} : { upTo: Math.max(next, upTo) }),
            })
          }
        />
        {comparison === 'between' && (
          <>
            and
            <NumberField
              label={`Upper limit of ${name}`}
              value={upTo ?? value}
              onChange={(next) => onChange({ ...clause, upTo: next, value: Math.min(value, next) })}
            />
          </>
        )}
        <span className="text-sm text-ink-2">{known?.units}</span>
      </div>
      <Button
        look="quiet"
        icon
        small
        className="justify-self-end"
        aria-label={`Remove the condition on ${name}`}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </Button>
    </li>
  );
}

export function GoodRow(props: {
  readonly of: { readonly datastream: string; readonly variable: string };
  readonly onRemove: () => void;
}) {
  const { datastream, variable } = props.of;
  const known = useVariable(props.of);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-rule py-3 lg:grid-cols-[220px_minmax(0,1fr)_auto]">
      <Name datastream={datastream} variable={variable} longName={known?.longName} />
      <span className="text-ink-2 max-lg:order-last">must have good data</span>
      <Button
        look="quiet"
        icon
        small
        aria-label={`Remove ${datastream} ${variable}`}
        onClick={props.onRemove}
      >
        <X size={16} aria-hidden />
      </Button>
    </li>
  );
}

const Name = (props: {
  readonly datastream: string;
  readonly variable: string;
  readonly longName: string | undefined;
}) => (
  <p className="min-w-0">
    <span className="block font-strong">{props.longName || props.variable}</span>
    <span className="block font-mono text-sm break-words text-ink-2">
      {props.datastream} {props.variable}
    </span>
  </p>
);

function useVariable({
  datastream,
  variable,
}: {
  readonly datastream: string;
  readonly variable: string;
}) {
  const { data } = useFactList(datastream);
  return data?.variables.find((one) => one.variable === variable);
}

function compared(clause: Clause, comparison: Clause['comparison']): Clause {
  const { upTo, ...rest } = clause;
  return comparison === 'between'
    ? { ...rest, comparison, upTo: upTo ?? clause.value }
    : { ...rest, comparison };
}

/**
 * Takes a number when the field is left or Enter is pressed; what is not a number goes back to what
 * was there.
 */
export function NumberField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly least?: number;
}) {
  const { label, value, onChange, least = Number.NEGATIVE_INFINITY } = props;
  // What is typed counts until the value is another one, at once: an effect after the first paint
  // would undo the first keys.
  const [typed, setTyped] = useState({ text: String(value), over: value });
  const text = typed.over === value ? typed.text : String(value);
  const setText = (next: string): void => setTyped({ text: next, over: value });
  const take = (): void => {
    const next = Number(text);
    if (text.trim() === '' || !Number.isFinite(next) || next < least) setText(String(value));
    else if (next !== value) onChange(next);
  };
  return (
    <input
      className="field w-24 tabular-nums"
      type="text"
      inputMode="decimal"
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setText(String(value));
      }}
    />
  );
}

const [WIDTH, HEIGHT] = [600, 44];

/**
 * How many hours have which value; those that the condition takes are filled, the others are
 * outlines.
 */
function Histogram({ clause }: { readonly clause: Clause }) {
  const { data, isError } = useDistribution(clause, clause.statistic);
  if (isError)
    return <p className="text-sm text-ink-2">The distribution of its values is not known.</p>;
  if (!data) return <span className="skeleton block h-11" aria-hidden />;
  if (data.edges.length === 0)
    return <p className="text-sm text-ink-2">Its files are being read; values come in a while.</p>;
  const { edges, hours } = data;
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const most = Math.max(1, ...hours);
  const all = hours.reduce((sum, one) => sum + one, 0);
  const bins = hours.map((count, n) => ({
    count,
    isIn: holds(clause, ((edges[n] ?? 0) + (edges[n + 1] ?? 0)) / 2),
  }));
  const chosen = bins.reduce((sum, one) => sum + (one.isIn ? one.count : 0), 0);
  const step = WIDTH / bins.length;
  const x = (value: number): number =>
    Math.max(0, Math.min(WIDTH, ((value - low) / (high - low)) * WIDTH));
  return (
    <figure className="min-w-0">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-11 w-full"
        role="img"
        aria-label={`About ${Math.round((chosen / Math.max(1, all)) * 100)} % of its hours are ${SIGNS[clause.comparison]} the limit`}
      >
        {bins.map(({ count, isIn }, n) => {
          const height = count === 0 ? 0 : Math.max(1.5, Math.sqrt(count / most) * (HEIGHT - 2));
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: bins have no other name
              key={n}
              x={n * step + 0.5}
              y={HEIGHT - height}
              width={step - 1}
              height={height}
              fill={isIn ? 'var(--accent)' : 'var(--track)'}
              stroke={isIn ? 'none' : 'var(--rule-2)'}
              strokeWidth={0.5}
            />
          );
        })}
        {[clause.value, ...(clause.upTo === undefined ? [] : [clause.upTo])].map((value) => (
          <path key={value} d={`M${x(value)} 0V${HEIGHT}`} stroke="var(--ink)" strokeWidth={1.5} />
        ))}
      </svg>
      <figcaption className="flex justify-between text-xs text-ink-2 tabular-nums">
        <span>{short(low)}</span>
        <span>{Math.round((chosen / Math.max(1, all)) * 100)} % of all hours</span>
        <span>{short(high)}</span>
      </figcaption>
    </figure>
  );
}

const holds = ({ comparison, value, upTo = value }: Clause, hourly: number): boolean =>
  comparison === '>'
    ? hourly > value
    : comparison === '<'
      ? hourly < value
      : hourly >= value && hourly <= upTo;

export const short = (value: number): string => String(Number(value.toPrecision(3)));
