// A radar or lidar over a day: its measurements of the same echo below each other, a cursor through
// all, values as the files have them.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { tickText } from '@isobar/contract/quicklooks/scale.ts';
import { DAY_SECONDS, parseCompact } from '@isobar/contract/time.ts';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { useSample } from '../sample-query.ts';
import { areaIn, BigPlot, ClassKey } from './big-plot.tsx';
import { useCloudBase } from './cloud-base.ts';
import { clockOf } from './day-clock.ts';
import type { Axes } from './day-drawing.tsx';
import {
  type Cursor,
  classAt,
  imageOf,
  nearestLevel,
  perKilometre,
  spotsOf,
  valueAt,
} from './day-values.ts';
import { dashed } from './month.ts';
import { dayQuery } from './plots-queries.ts';
import { ownAxes } from './small-plot.tsx';

const MAIN_HEIGHT = 300;
const LINKED_HEIGHT = 168;

type DayOf = {
  readonly plot: Quicklook;
  readonly ds: string;
  readonly day: DayAnswer;
  readonly axes: Axes;
  /** The plots of the same day below it. */
  readonly linked: readonly Quicklook[];
};

export function Curtains(props: DayOf) {
  const { plot, ds, day, axes } = props;
  const rows = useRows(props);
  const units = imageOf(day)?.axis.units ?? '';
  const isHigh = perKilometre(units) !== null && !imageOf(day)?.classes;
  const base = useCloudBase(ds, plot.dated, isHigh);
  const dots = base ? spotsOf(base.day, units) : [];
  const [cursor, setCursor] = useState<Cursor | null>(null);
  return (
    <>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the cursor
        tabIndex={0}
        role="application"
        aria-label={`Plots of ${dashed(plot.dated)}. Left and right move the cursor in time, up and down in height, Escape removes it.`}
        className="relative touch-pan-y rounded focus-visible:outline-2 focus-visible:outline-focus"
        onKeyDown={(event) => {
          const next = pressed(event, cursor, axes);
          if (next !== undefined) setCursor(next);
        }}
        onPointerMove={(event) => setCursor(pointed(event, axes))}
        onPointerDown={(event) => setCursor(pointed(event, axes))}
      >
        <RowPlots rows={rows} dots={dots} cursor={cursor} />
      </div>
      {rows.map((row) => {
        const image = imageOf(row.day);
        return image?.classes && <ClassKey key={row.plot.vn} image={image} />;
      })}
      {base && dots.length > 0 && <CloudBaseKey ds={base.ds} />}
      <dl
        aria-label="Values at the cursor"
        className="mt-2 flex min-h-[3.4rem] flex-wrap gap-x-8 gap-y-2 border-y border-rule py-2 text-sm"
      >
        <Item term="At (UTC)" id="at">
          {cursor
            ? `${clockOf(cursor.second)}, ${short(cursor.height)} ${units}`
            : 'Point at the plot, or use its arrow keys'}
        </Item>
        {rows.map((row) => (
          <Value key={row.plot.vn} ds={ds} row={row} cursor={cursor} />
        ))}
      </dl>
    </>
  );
}

type PlotRow = {
  readonly plot: Quicklook;
  readonly day: DayAnswer;
  readonly axes: Axes;
  readonly height: number;
};

/**
 * The day and, as they arrive, the linked ones that have an image, all with the heights of the
 * first.
 */
function useRows({ plot, day, axes, linked }: DayOf): readonly PlotRow[] {
  const others = useQueries({
    queries: linked.map((one) => ({ ...dayQuery(one, 'full'), meta: { optional: true } })),
  });
  return [
    { plot, day, axes, height: MAIN_HEIGHT },
    ...linked.flatMap((one, i) => {
      const other = others[i]?.data;
      const own = other && imageOf(other) ? ownAxes(other) : null;
      if (!other || !own) return [];
      const shown = { ...own, heights: axes.heights };
      return [{ plot: one, day: other, axes: shown, height: LINKED_HEIGHT }];
    }),
  ];
}

const RowPlots = (props: {
  readonly rows: readonly PlotRow[];
  /** Cloud bases, drawn on the first row. */
  readonly dots: readonly Cursor[];
  readonly cursor: Cursor | null;
}) =>
  props.rows.map((row, i) => (
    <figure key={row.plot.vn} data-curtain={row.plot.vn}>
      {i > 0 && (
        <figcaption className="mt-1 ml-14 text-sm text-ink-2">
          {row.day.longName || row.plot.vn}
        </figcaption>
      )}
      <BigPlot
        day={row.day}
        axes={row.axes}
        height={row.height}
        unnamed={i < props.rows.length - 1}
        dots={i === 0 ? props.dots : []}
        cursor={props.cursor}
        label={`The day: ${row.plot.vn} on ${dashed(row.plot.dated)}`}
      />
    </figure>
  ));

const CloudBaseKey = ({ ds }: { readonly ds: string }) => (
  <p className="mt-1 flex items-center gap-2 text-sm text-ink-2">
    <svg width="10" height="10" aria-hidden="true">
      <circle cx="5" cy="5" r="2.4" fill="var(--surface)" stroke="var(--ink)" />
    </svg>
    Cloud base of the ceilometer <span className="font-mono">{ds}</span>
  </p>
);

const short = (value: number): string => tickText(Number(value.toPrecision(3)));

function Item(props: {
  readonly term: string;
  readonly id: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2">{props.term}</dt>
      <dd className="tabular-nums" data-testid={`curtain-${props.id}`}>
        {props.children}
      </dd>
    </div>
  );
}

/** The value of the nearest sample and level of the file; until it has come, that of the colour. */
function Value(props: {
  readonly ds: string;
  readonly row: PlotRow;
  readonly cursor: Cursor | null;
}) {
  const { ds, row, cursor } = props;
  const { plot, day } = row;
  const midnight = parseCompact(plot.dated) ?? 0;
  const time = cursor && midnight + cursor.second;
  const within = Math.max(180, 2 * (day.step ?? 0));
  const { data } = useSample({ datastream: ds, variable: plot.vn }, time, within);
  const image = imageOf(day);
  const term = day.longName || plot.vn;
  if (!cursor || !image)
    return (
      <Item term={term} id={plot.vn}>
        –
      </Item>
    );
  const sample = data?.sample;
  const isNear = sample && Math.abs(sample.time - midnight - cursor.second) <= within;
  const profile = isNear && sample.profile?.axis.units === image.axis.units ? sample.profile : null;
  const level = profile ? nearestLevel(profile.at, cursor.height) : null;
  const coloured = valueAt(image, cursor);
  const value = profile && level !== null ? (profile.values[level] ?? null) : coloured;
  const name = value === null ? '' : classAt(image, value);
  return (
    <Item term={term} id={plot.vn}>
      <strong className="font-strong" data-exact={profile !== null}>
        {value === null
          ? 'no value'
          : name || (profile ? Number(value.toPrecision(7)) : `about ${short(value)}`)}
      </strong>
      {value !== null && !name && ` ${day.units}`}
      {profile && level !== null && (
        <span className="text-ink-2">
          {' '}
          {clockSeconds(sample?.time ?? 0)}, {tickText(profile.at[level] ?? 0)} {profile.axis.units}
        </span>
      )}
    </Item>
  );
}

const clockSeconds = (time: number): string => new Date(time * 1000).toISOString().slice(11, 19);

/** Time and height below the pointer; null outside of the plots. */
function pointed(event: PointerEvent<HTMLElement>, { heights }: Axes): Cursor | null {
  const figure = event.target instanceof Element ? event.target.closest('[data-curtain]') : null;
  const plot = figure?.querySelector('svg[role="img"]');
  if (!plot || !heights) return null;
  const box = plot.getBoundingClientRect();
  const isLast = figure?.nextElementSibling === null;
  const area = areaIn(box.width, box.height, true, !isLast);
  const across = (event.clientX - box.left - area.left) / area.width;
  const down = (event.clientY - box.top - area.top) / area.height;
  if (across < 0 || across >= 1 || down < 0 || down > 1) return null;
  return {
    second: across * DAY_SECONDS,
    height: heights.top - down * (heights.top - heights.bottom),
  };
}

const STEP_SECONDS = 180;
const STEPS_UP = 60;

/** The place after a key; undefined for other keys, null where the cursor goes. */
function pressed(
  event: KeyboardEvent,
  before: Cursor | null,
  { heights }: Axes,
): Cursor | null | undefined {
  if (!heights || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  if (event.key === 'Escape') return null;
  const move = ARROWS[event.key];
  if (!move) return undefined;
  event.preventDefault();
  const { bottom, top } = heights;
  const [across, up] = move;
  const wide = event.shiftKey ? 10 : 1;
  const from = before ?? { second: DAY_SECONDS / 2, height: (bottom + top) / 2 };
  return {
    second: within(from.second + across * wide * STEP_SECONDS, 0, DAY_SECONDS - 1),
    height: within(from.height + (up * wide * (top - bottom)) / STEPS_UP, bottom, top),
  };
}

const ARROWS: Readonly<Record<string, readonly [across: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));
