// Soundings as a Skew-T: temperature and dew point against pressure, over the lines of dry,
// saturated and mixed air.
import type { ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import { type Area, DASHES, round } from '@isobar/contract/quicklooks/trace.ts';
import { PlotArea } from './plot-area.tsx';
import {
  acrossOf,
  dryAdiabat,
  ISOBARS,
  isotherm,
  mixingLine,
  moistAdiabat,
  type Point,
  PRESSURES,
  upOf,
} from './skew-t.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 430;
const ROOM = { left: 44, top: 10, right: 10, bottom: 44 } as const;

type Ascent = ProfileDay['ascents'][number];

export function SkewTPlot(props: {
  readonly temperature: ProfileDay;
  readonly dewPoint: ProfileDay;
  readonly pressure: ProfileDay;
  /** Starts of the launches that are not shown. */
  readonly hidden: ReadonlySet<number>;
  readonly label: string;
}) {
  const { temperature, dewPoint, pressure, hidden, label } = props;
  const [ref, width] = useWidth<HTMLDivElement>(430);
  const area: Area = {
    left: ROOM.left,
    top: ROOM.top,
    width: Math.max(60, width - ROOM.left - ROOM.right),
    height: HEIGHT - ROOM.top - ROOM.bottom,
  };
  const curves = (of: ProfileDay, colour: string, dashed: boolean) =>
    of.ascents.flatMap((ascent, i) => {
      const at = pressure.ascents.find(({ start }) => start === ascent.start);
      if (!at || hidden.has(ascent.start)) return [];
      const dash = dashed ? '5 2' : DASHES[i % DASHES.length] || undefined;
      return [
        <path
          key={`${colour} ${ascent.start}`}
          d={pathOf(area, pointsOf(ascent, at))}
          stroke={colour}
          strokeWidth="1.7"
          strokeDasharray={dash}
          strokeLinejoin="round"
        />,
      ];
    });
  return (
    <div ref={ref} className="overflow-hidden" style={{ height: HEIGHT }}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        fontSize="12"
        fill="var(--ink-2)"
      >
        <rect
          x={area.left}
          y={area.top}
          width={area.width}
          height={area.height}
          fill="var(--surface)"
        />
        <PlotArea area={area} label={label}>
          <g fill="none">
            <Lines area={area} />
            {curves(temperature, 'var(--accent)', false)}
            {curves(dewPoint, 'var(--second)', true)}
          </g>{' '}
        </PlotArea>
        <Axes area={area} />
      </svg>
    </div>
  );
}

const placeOf = (area: Area, { temperature, pressure }: Point): string =>
  `${round(area.left + acrossOf(temperature, pressure) * area.width)} ${round(area.top + (1 - upOf(pressure)) * area.height)}`;

const pathOf = (area: Area, points: readonly Point[]): string =>
  points.map((point, i) => `${i === 0 ? 'M' : 'L'}${placeOf(area, point)}`).join('');

/** Both are samples of the same launch at the same heights. */
function pointsOf(ascent: Ascent, pressures: Ascent): readonly Point[] {
  const byHeight = new Map(pressures.at.map((at, i) => [at, pressures.values[i] ?? null]));
  return ascent.at.flatMap((at, i) => {
    const [temperature, pressure] = [ascent.values[i] ?? null, byHeight.get(at) ?? null];
    return temperature === null || pressure === null || pressure < 0.8 * PRESSURES.top
      ? []
      : [{ temperature, pressure }];
  });
}

const tens = (from: number, to: number, every: number): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, n) => from + n * every);

const DRY = tens(250, 450, 20).map(dryAdiabat);
const MOIST = tens(-16, 36, 8).map(moistAdiabat);
const MIXED = [0.4, 1, 2, 4, 7, 11, 16, 24].map(mixingLine);
const ISOTHERMS = tens(-110, 40, 10);

function Lines({ area }: { readonly area: Area }) {
  const drawn = (lines: readonly (readonly Point[])[]): string =>
    lines.map((line) => pathOf(area, line)).join('');
  return (
    <>
      <path
        d={ISOBARS.map(
          (p) => `M${area.left} ${round(area.top + (1 - upOf(p)) * area.height)}h${area.width}`,
        ).join('')}
        stroke="var(--rule)"
      />
      <path d={drawn(ISOTHERMS.map(isotherm))} stroke="var(--rule)" />
      <path d={drawn(DRY)} stroke="var(--warn)" strokeOpacity="0.3" />
      <path d={drawn(MOIST)} stroke="var(--good)" strokeOpacity="0.4" />
      <path d={drawn(MIXED)} stroke="var(--second)" strokeOpacity="0.45" strokeDasharray="1 4" />
      <path d={drawn([isotherm(0)])} stroke="var(--ink-2)" strokeDasharray="3 3" />
    </>
  );
}

function Axes({ area }: { readonly area: Area }) {
  const bottom = area.top + area.height;
  return (
    <>
      {ISOBARS.map((pressure) => (
        <text
          key={pressure}
          x={area.left - 6}
          y={round(area.top + (1 - upOf(pressure)) * area.height) + 4}
          textAnchor="end"
        >
          {pressure}
        </text>
      ))}
      {tens(-40, 40, 20).map((temperature) => (
        <text
          key={temperature}
          x={round(area.left + acrossOf(temperature, PRESSURES.bottom) * area.width)}
          y={bottom + 16}
          textAnchor="middle"
        >
          {String(temperature).replace('-', '−')}
        </text>
      ))}
      <text x={area.left + area.width / 2} y={bottom + 36} textAnchor="middle">
        Temperature in °C, along slanted lines
      </text>
      <text
        transform={`translate(11 ${area.top + area.height / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        Pressure in hPa
      </text>
    </>
  );
}
