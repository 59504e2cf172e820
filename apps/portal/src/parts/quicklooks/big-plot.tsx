// A day at full size: axes with their units, hours in UTC, a colour bar for images, launches
// distinguished by their strokes.
import { plural } from '@isobar/contract/count.ts';
import type { DayAnswer, ImageDay, ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import { classColours, paletteOf } from '@isobar/contract/quicklooks/palette.ts';
import { axisText, barTicks, niceScale } from '@isobar/contract/quicklooks/scale.ts';
import { type Area, DASHES, placeBetween, x, y } from '@isobar/contract/quicklooks/trace.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { useTheme } from '../../lib/theme.ts';
import { clockOf } from './day-clock.ts';
import { type Axes, DayDrawing } from './day-drawing.tsx';
import { DayImage } from './day-image.tsx';
import type { Cursor } from './day-values.ts';
import { PlotArea } from './plot-area.tsx';
import { isCelsius, verticalOf } from './small-plot.tsx';
import { useWidth } from './use-width.ts';

export const BIG_HEIGHT = 340;
/** Margins in pixels around the values, for axes, labels and the colour bar. */
const ROOM = { left: 56, top: 10, right: 12, bar: 72, bottom: 44 } as const;

export function BigPlot(props: {
  readonly day: DayAnswer;
  readonly axes: Axes;
  /** Describes the plot to those who cannot see it. */
  readonly label: string;
  /** Pixels. */
  readonly height?: number;
  /** Without the name of the lower axis: another plot on the same axis is below. */
  readonly unnamed?: boolean;
  /** Places over an image, such as the cloud base that another instrument saw. */
  readonly dots?: readonly Cursor[];
  readonly cursor?: Cursor | null;
  /**
   * Launches: another profile of each, starts of those that are not shown, and the height of the
   * cursor.
   */
  readonly beside?: ProfileDay | null;
  readonly hidden?: ReadonlySet<number>;
  readonly level?: number | null;
}) {
  const { day, axes, label, height = BIG_HEIGHT, unnamed = false, dots, cursor } = props;
  const { beside, hidden, level } = props;
  const [ref, width] = useWidth<HTMLDivElement>(760);
  const { samples } = day;
  const isImage = samples?.kind === 'image';
  const area = areaIn(width, height, isImage, unnamed);
  return (
    <div ref={ref} className="relative overflow-hidden" style={{ height }}>
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
        height={height}
        className="absolute inset-0"
        fontSize="12"
        fill="var(--ink-2)"
      >
        <Frame day={day} axes={axes} area={area} unnamed={unnamed} />
        <PlotArea area={area} label={label}>
          <DayDrawing {...{ day, axes, area, beside, hidden }} stroke={1.5} />
          {level != null && axes.heights && <Level at={level} heights={axes.heights} area={area} />}
          {dots && axes.heights && <Dots dots={dots} heights={axes.heights} area={area} />}
          {cursor && axes.heights && <Cross at={cursor} heights={axes.heights} area={area} />}
        </PlotArea>
        {isImage && !samples.classes && (
          <ColourBar range={axes.values} {...{ day, area, unnamed }} image={samples} />
        )}
      </svg>
    </div>
  );
}

/** Where the values are in a plot of this size. */
export function areaIn(width: number, height: number, isImage: boolean, unnamed: boolean): Area {
  const bottom = unnamed ? ROOM.bottom - 20 : ROOM.bottom;
  return {
    left: ROOM.left,
    top: ROOM.top,
    width: Math.max(60, width - ROOM.left - (isImage ? ROOM.bar : ROOM.right)),
    height: height - ROOM.top - bottom,
  };
}

type Heights = NonNullable<Axes['heights']>;
/** Dots closer together than this, in pixels, would be a line. */
const APART = 5;

function Dots(props: { dots: readonly Cursor[]; heights: Heights; area: Area }) {
  const { dots, heights, area } = props;
  const up = placeBetween({ low: heights.bottom, high: heights.top });
  let before = Number.NEGATIVE_INFINITY;
  const shown = dots.flatMap(({ second, height }) => {
    const cx = x(area, second / DAY_SECONDS);
    if (cx - before < APART || height > heights.top) return [];
    before = cx;
    return [{ cx, cy: y(area, up(height)) }];
  });
  return (
    <g fill="var(--surface)" stroke="var(--ink)" strokeWidth="0.9">
      {shown.map((dot) => (
        <circle key={dot.cx} {...dot} r="1.9" />
      ))}
    </g>
  );
}

function Level(props: { at: number; heights: Heights; area: Area }) {
  const { at, heights, area } = props;
  const up = placeBetween({ low: heights.bottom, high: heights.top });
  return (
    <path
      d={`M${area.left} ${y(area, up(at))}h${area.width}`}
      stroke="var(--ink)"
      strokeDasharray="3 3"
    />
  );
}

function Cross(props: { at: Cursor; heights: Heights; area: Area }) {
  const { at, heights, area } = props;
  const up = placeBetween({ low: heights.bottom, high: heights.top });
  const [cx, cy] = [x(area, at.second / DAY_SECONDS), y(area, up(at.height))];
  return (
    <path
      d={`M${cx} ${area.top}v${area.height}M${area.left} ${cy}h${area.width}`}
      stroke="var(--ink)"
      strokeWidth="1"
      strokeDasharray="3 3"
    />
  );
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** Grid, ticks and names of both axes. */
function Frame(props: { day: DayAnswer; axes: Axes; area: Area; unnamed: boolean }) {
  const { day, axes, area, unnamed } = props;
  const { samples } = day;
  const vertical = verticalOf(day, axes);
  const up = placeBetween(vertical);
  const ticks = niceScale(vertical.low, vertical.high, area.height < 200 ? 3 : 5).ticks;
  const across = placeBetween({ ...axes.values, logarithmic: false });
  const few = area.width < 420;
  const down =
    samples?.kind === 'profile'
      ? niceScale(axes.values.low, axes.values.high, 6).ticks.map((tick) => ({
          share: across(tick),
          text: axisText(tick),
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
      {samples?.kind === 'profile' && isCelsius(day.units) && (
        <ZeroLine share={across(0)} area={area} />
      )}
      {ticks.map((tick) => (
        <text key={tick} x={area.left - 7} y={y(area, up(tick)) + 4} textAnchor="end">
          {axisText(tick)}
        </text>
      ))}
      {down.map(({ share, text }) => (
        <text key={text} x={x(area, share)} y={bottom + 16} textAnchor="middle">
          {text}
        </text>
      ))}
      {!unnamed && (
        <text x={area.left + area.width / 2} y={bottom + 36} textAnchor="middle">
          {samples?.kind === 'profile' ? day.units || 'no units' : 'hours UTC'}
        </text>
      )}
      <text
        transform={`translate(13 ${area.top + area.height / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {(name || day.units || 'no units').slice(0, 40)}
      </text>
    </>
  );
}

/** Where water freezes. */
function ZeroLine({ share, area }: { readonly share: number; readonly area: Area }) {
  if (share < 0 || share > 1) return null;
  return (
    <>
      <path
        d={`M${x(area, share)} ${area.top}v${area.height}`}
        stroke="var(--ink-2)"
        strokeDasharray="2 3"
      />
      <text x={x(area, share) + 4} y={area.top + 13}>
        0 °C
      </text>
    </>
  );
}

/** Units of more letters than this would be drawn over the last hour; they are a line lower. */
const SHORT_UNITS = 6;

function ColourBar(props: {
  range: Axes['values'];
  day: DayAnswer;
  image: ImageDay;
  area: Area;
  unnamed: boolean;
}) {
  const { range, day, image, area } = props;
  const below = day.units.length > SHORT_UNITS && !props.unnamed ? 34 : 16;
  const [theme] = useTheme();
  const left = area.left + area.width + 12;
  const steps = paletteOf(image, theme).filter((_, i) => i % 5 === 0);
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
          {axisText(value)}
        </text>
      ))}
      <text
        x={left + ROOM.bar - 14}
        y={area.top + area.height + below}
        textAnchor="end"
        fontWeight="600"
        fill="var(--ink)"
      >
        {day.units.slice(0, 24)}
      </text>
    </g>
  );
}

/** The classes of a mask or of kinds, with their colours. */
export function ClassKey({ image }: { readonly image: ImageDay }) {
  const [theme] = useTheme();
  if (!image.classes) return null;
  const colours = classColours(image.classes, theme);
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm" aria-label="Classes">
      {image.classes.map(({ value, name }, i) => (
        <li key={value} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className="inline-block size-3.5 border border-rule-2"
            style={{ background: `rgb(${(colours[i] ?? []).join()})` }}
          />
          {name}
          <span className="text-ink-2">{value}</span>
        </li>
      ))}
    </ul>
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
