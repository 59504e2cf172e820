// The launches of a day: values against height with the 0 °C line, temperature beside dew point, a
// Skew-T, and a list to choose from.

import { plural } from '@isobar/contract/count.ts';
import type { DayAnswer, ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import { rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { DASHES } from '@isobar/contract/quicklooks/trace.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { areaIn, BigPlot } from './big-plot.tsx';
import { clockOf } from './day-clock.ts';
import type { Axes } from './day-drawing.tsx';
import { nearestLevel, perKilometre } from './day-values.ts';
import type { SoundingNames } from './linked.ts';
import { dashed } from './month.ts';
import { dayQuery, siblingPlot } from './plots-queries.ts';
import { crossingOf, tropopauseOf } from './skew-t.ts';
import { SkewTPlot } from './skew-t-plot.tsx';

const HEIGHT = 430;
type Ascent = ProfileDay['ascents'][number];

const profileOf = (day: DayAnswer | undefined): ProfileDay | null =>
  day?.samples?.kind === 'profile' ? day.samples : null;

export function Soundings(props: {
  readonly plot: Quicklook;
  readonly day: DayAnswer;
  readonly axes: Axes;
  /** Null: the datastream has no temperature with dew point. */
  readonly names: SoundingNames | null;
}) {
  const { plot, day, axes, names } = props;
  const temperature = useSibling(plot, names?.temperature ?? null);
  const dewPoint = useSibling(plot, names?.dewPoint ?? null);
  const pressure = useSibling(plot, names?.pressure ?? null);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [height, setHeight] = useState<number | null>(null);
  const own = profileOf(day);
  if (!own) return null;
  const isPair = plot.vn === names?.temperature;
  const beside = isPair ? profileOf(dewPoint) : null;
  const shown = isPair && dewPoint ? wider(axes, dewPoint) : axes;
  const [t, d, p] = [temperature, dewPoint, pressure].map(profileOf);
  const name = dashed(plot.dated);
  const toggle = (start: number): void =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(start)) next.add(start);
      return next;
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <figure
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the cursor
        tabIndex={0}
        role="application"
        aria-label={`Launches of ${name} against height. Up and down move the cursor, Escape removes it.`}
        className="rounded focus-visible:outline-2 focus-visible:outline-focus"
        onKeyDown={(event) => {
          const next = pressed(event, height, shown);
          if (next !== undefined) setHeight(next);
        }}
        onPointerMove={(event) => setHeight(pointed(event, shown))}
        onPointerDown={(event) => setHeight(pointed(event, shown))}
      >
        <BigPlot
          day={day}
          axes={shown}
          height={HEIGHT}
          beside={beside}
          hidden={hidden}
          level={height}
          label={`The day: ${plot.vn} on ${name}${beside ? ', dew point dashed' : ''}`}
        />
      </figure>
      {t && d && p && (
        <figure>
          <SkewTPlot
            temperature={t}
            dewPoint={d}
            pressure={p}
            hidden={hidden}
            label={`Skew-T of ${name}: temperature solid, dew point dashed`}
          />
        </figure>
      )}
      <Launched
        {...{ own, beside, hidden, height, toggle }}
        units={day.units}
        temperature={profileOf(temperature)}
      />
    </div>
  );
}

function useSibling(plot: Quicklook, vn: string | null): DayAnswer | undefined {
  const sibling = vn === null ? null : siblingPlot(plot, vn);
  const { data } = useQuery({
    ...dayQuery(sibling ?? plot, 'full'),
    enabled: sibling !== null,
    meta: { optional: true },
  });
  return sibling ? data : undefined;
}

/**
 * Free of the frame, as a share of its range: the driest air of a launch often has one dew point
 * over several kilometres.
 */
const MARGIN = 0.02;

/** The dew point is colder than the air, so the axis begins further left. */
function wider(axes: Axes, day: DayAnswer): Axes {
  const range = rangeOfDay(day);
  if (!range) return axes;
  const margin = MARGIN * (range.high - range.low);
  const low = Math.min(axes.values.low, range.low - margin);
  const high = Math.max(axes.values.high, range.high);
  return { ...axes, values: { ...axes.values, low, high } };
}

function Launched(props: {
  readonly own: ProfileDay;
  readonly beside: ProfileDay | null;
  readonly temperature: ProfileDay | null;
  readonly units: string;
  readonly hidden: ReadonlySet<number>;
  readonly height: number | null;
  readonly toggle: (start: number) => void;
}) {
  const { own, beside, temperature, units, hidden, height, toggle } = props;
  const per = perKilometre(own.axis.units);
  return (
    <div className="min-w-0 xl:col-span-2">
      <ul aria-label="Launches of the day" className="divide-y divide-rule border-y border-rule">
        {own.ascents.map((ascent, i) => {
          const warm = temperature?.ascents.find(({ start }) => start === ascent.start);
          const dew = beside?.ascents.find(({ start }) => start === ascent.start);
          return (
            <li key={ascent.start} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-1.5">
              <Checkbox
                checked={!hidden.has(ascent.start)}
                onChange={() => toggle(ascent.start)}
                className="w-32"
              >
                {clockOf(ascent.start)} UTC
              </Checkbox>
              <Stroke dash={DASHES[i % DASHES.length] ?? ''} />
              <span className="w-24 text-right tabular-nums">
                {reachOf(ascent, own.axis.units)}
              </span>
              <span className="w-28 text-right text-ink-2 tabular-nums">
                {plural(ascent.samples, 'sample')}
              </span>
              {warm && per !== null && (
                <span className="text-ink-2">{marksOf(warm, per).join(', ')}</span>
              )}
              {height !== null && (
                <span className="tabular-nums" data-testid="launch-value">
                  {valueText(ascent, height, units, own.axis.units)}
                  {dew && `, dew point ${valueText(dew, height, units, null)}`}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {beside && (
        <p className="mt-2 flex items-center gap-2 text-sm text-ink-2">
          <Stroke dash="5 2" colour="var(--second)" /> Dew point
        </p>
      )}
    </div>
  );
}

function Stroke(props: { readonly dash: string; readonly colour?: string }) {
  return (
    <svg width="24" height="8" aria-hidden="true" className="shrink-0">
      <path
        d="M0 4h24"
        stroke={props.colour ?? 'var(--accent)'}
        strokeWidth="1.7"
        strokeDasharray={props.dash || undefined}
      />
    </svg>
  );
}

const signed = (value: number): string => String(value).replace('-', '−');
const oneDigit = (value: number): string => signed(Number(value.toFixed(1)));

/** 'to 24.1 km' */
const reachOf = ({ at }: Ascent, units: string): string =>
  `to ${oneDigit(Math.max(...at))} ${units}`;

/** Where it freezes and where the troposphere ends, in kilometres. */
function marksOf({ at, values }: Ascent, per: number): readonly string[] {
  const heights = at.map((one) => one / per);
  const zero = crossingOf(heights, values, 0);
  const end = tropopauseOf(heights, values);
  return [
    ...(zero === null ? [] : [`0 °C at ${oneDigit(zero)} km`]),
    ...(end === null ? [] : [`tropopause ${oneDigit(end)} km`]),
  ];
}

/** The sample of the file that is nearest to a height. */
function valueText(ascent: Ascent, height: number, units: string, axis: string | null): string {
  const i = nearestLevel(ascent.at, height);
  const value = i === null ? null : (ascent.values[i] ?? null);
  const at = i === null ? height : (ascent.at[i] ?? height);
  const where = axis === null ? '' : ` at ${signed(at)} ${axis}`;
  return value === null ? `no value${where}` : `${signed(value)} ${units}${where}`;
}

function pointed(event: PointerEvent<HTMLElement>, { heights }: Axes): number | null {
  const plot = event.currentTarget.querySelector('svg[role="img"]');
  if (!plot || !heights) return null;
  const box = plot.getBoundingClientRect();
  const area = areaIn(box.width, box.height, false, false);
  const down = (event.clientY - box.top - area.top) / area.height;
  return down < 0 || down > 1 ? null : heights.top - down * (heights.top - heights.bottom);
}

const STEPS_UP = 80;

function pressed(
  event: KeyboardEvent,
  before: number | null,
  { heights }: Axes,
): number | null | undefined {
  if (!heights || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  if (event.key === 'Escape') return null;
  const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (up === undefined) return undefined;
  event.preventDefault();
  const { bottom, top } = heights;
  const step = ((event.shiftKey ? 10 : 1) * (top - bottom)) / STEPS_UP;
  return Math.min(top, Math.max(bottom, (before ?? (bottom + top) / 2) + up * step));
}
