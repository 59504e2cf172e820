// A day at full size: axes with their units, hours in UTC, a colour bar for images, launches distinguished by their strokes.
import { plural } from '@isobar/contract/count.ts';
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { PALETTES } from '@isobar/contract/quicklooks/palette.ts';
import { barTicks, niceScale, tickText } from '@isobar/contract/quicklooks/scale.ts';
import { type Area, DASHES, placeBetween, x, y } from '@isobar/contract/quicklooks/trace.ts';
import { useTheme } from '../../lib/theme.ts';
import { clockOf } from './day-clock.ts';
import { type Axes, DayDrawing } from './day-drawing.tsx';
import { DayImage } from './day-image.tsx';
import { verticalOf } from './small-plot.tsx';
import { useWidth } from './use-width.ts';

const HEIGHT = 340;
/** Margins in pixels around the values, for axes, labels and the colour bar. */
const ROOM = { left: 56, top: 10, right: 12, bar: 72, bottom: 44 } as const;

export function BigPlot(props: {
  readonly day: DayAnswer;
  readonly axes: Axes;
  /** Describes the plot to those who cannot see it. */
  readonly label: string;
}) {
  const { day, axes, label } = props;
  const [ref, width] = useWidth<HTMLDivElement>(760);
  const { samples } = day;
  const isImage = samples?.kind === 'image';
  const area: Area = {
    left: ROOM.left,
    top: ROOM.top,
    width: Math.max(60, width - ROOM.left - (isImage ? ROOM.bar : ROOM.right)),
    height: HEIGHT - ROOM.top - ROOM.bottom,
  };
  return (
    <div ref={ref} className="relative overflow-hidden" style={{ height: HEIGHT }}>
      <span className="absolute bg-surface" style={area} />
      {isImage && axes.heights && (
        <span className="absolute overflow-hidden" style={area}>
          <DayImage image={samples} range={axes.values} heights={axes.heights} />
        </span>
      )}
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        className="absolute inset-0"
        fontSize="12"
        fill="var(--ink-2)"
      >
        <Frame day={day} axes={axes} area={area} />
        <svg
          x={area.left}
          y={area.top}
          width={area.width}
          height={area.height}
          viewBox={`${area.left} ${area.top} ${area.width} ${area.height}`}
          overflow="hidden"
        >
          <title>{label}</title>
          <DayDrawing day={day} axes={axes} area={area} stroke={1.5} />
        </svg>
        <rect
          x={area.left}
          y={area.top}
          width={area.width}
          height={area.height}
          fill="none"
          stroke="var(--rule-2)"
        />
        {isImage && <ColourBar range={axes.values} units={day.units} area={area} />}
      </svg>
    </div>
  );
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** Grid, ticks and names of both axes. */
function Frame({ day, axes, area }: { day: DayAnswer; axes: Axes; area: Area }) {
  const { samples } = day;
  const vertical = verticalOf(day, axes);
  const up = placeBetween(vertical);
  const ticks = niceScale(vertical.low, vertical.high, 5).ticks;
  const across = placeBetween({ ...axes.values, logarithmic: false });
  const few = area.width < 420;
  const down =
    samples?.kind === 'profile'
      ? niceScale(axes.values.low, axes.values.high, few ? 3 : 6).ticks.map((tick) => ({
          share: across(tick),
          text: tickText(tick),
        }))
      : HOURS.filter((hour) => !few || hour % 6 === 0).map((hour) => ({
          share: hour / 24,
          text: String(hour).padStart(2, '0'),
        }));
  const axis = samples && samples.kind !== 'line' ? samples.axis : null;
  const name = axis ? [axis.name, axis.units && `(${axis.units})`].filter(Boolean).join(' ') : '';
  const bottom = area.top + area.height;
  const grid = [
    ...down.map(({ share }) => `M${x(area, share)} ${area.top}v${area.height}`),
    ...ticks.map((tick) => `M${area.left} ${y(area, up(tick))}h${area.width}`),
  ].join('');
  return (
    <>
      {samples?.kind !== 'image' && <path d={grid} stroke="var(--rule)" fill="none" />}
      {ticks.map((tick) => (
        <text key={tick} x={area.left - 7} y={y(area, up(tick)) + 4} textAnchor="end">
          {tickText(tick)}
        </text>
      ))}
      {down.map(({ share, text }) => (
        <text key={text} x={x(area, share)} y={bottom + 16} textAnchor="middle">
          {text}
        </text>
      ))}
      <text x={area.left + area.width / 2} y={bottom + 36} textAnchor="middle">
        {samples?.kind === 'profile' ? day.units || 'no units' : 'hours UTC'}
      </text>
      <text
        transform={`translate(13 ${area.top + area.height / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {(name || day.units || 'no units').slice(0, 40)}
      </text>
    </>
  );
}

function ColourBar(props: { range: Axes['values']; units: string; area: Area }) {
  const { range, units, area } = props;
  const [theme] = useTheme();
  const left = area.left + area.width + 12;
  const steps = PALETTES[theme].filter((_, i) => i % 5 === 0);
  const each = area.height / steps.length;
  return (
    <g>
      {steps.map((rgb, i) => (
        <rect
          key={rgb.join()}
          x={left}
          y={area.top + area.height - (i + 1) * each}
          width={14}
          height={each + 0.5}
          fill={`rgb(${rgb.join()})`}
        />
      ))}
      {barTicks(range).map(({ value, share }) => (
        <text key={value} x={left + 19} y={y(area, share) + 4}>
          {tickText(value)}
        </text>
      ))}
      <text
        x={left + ROOM.bar - 14}
        y={area.top + area.height + 36}
        textAnchor="end"
        fontWeight="600"
        fill="var(--ink)"
      >
        {units.slice(0, 24)}
      </text>
    </g>
  );
}

/** The key to the strokes: which of them is which launch. */
export function Launches({ day }: { readonly day: DayAnswer }) {
  if (day.samples?.kind !== 'profile') return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm" aria-label="Launches">
      {day.samples.ascents.map((ascent, i) => (
        <li key={ascent.start} className="flex items-center gap-2">
          <svg width="24" height="8" aria-hidden="true">
            <path
              d="M0 4h24"
              stroke="var(--accent)"
              strokeWidth="1.6"
              strokeDasharray={DASHES[i % DASHES.length] || undefined}
            />
          </svg>
          {clockOf(ascent.start)} UTC
          <span className="text-ink-2">{plural(ascent.samples, 'sample')}</span>
        </li>
      ))}
    </ul>
  );
}
