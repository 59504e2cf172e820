// One day drawn from its data: a line, launches against height, or an image of time and height,
// with its reports over it.
import type {
  DayAnswer,
  ImageDay,
  ProfileDay,
  ValueRange,
} from '@isobar/contract/quicklooks/day.ts';
import {
  type Area,
  cross,
  DASHES,
  lineMarks,
  linePath,
  type Place,
  placeBetween,
  profileMarks,
  profilePath,
  ring,
} from '@isobar/contract/quicklooks/trace.ts';
import { DaySpans } from './day-spans.tsx';

/** The ends of the axes of a drawing. */
export type Axes = {
  /**
   * The values: on the vertical axis of lines, the horizontal axis of launches, and in the colours
   * of images.
   */
  readonly values: ValueRange;
  /** The heights of launches and images. */
  readonly heights: { readonly bottom: number; readonly top: number } | null;
};

/**
 * The inside of an svg: values, and reports over them. An image is painted below it, by DayImage.
 */
export function DayDrawing(props: {
  readonly day: DayAnswer;
  readonly axes: Axes;
  readonly area: Area;
  /** Width of lines, in pixels of the area. */
  readonly stroke: number;
  /** Of launches: another profile of each, such as the dew point beside the temperature. */
  readonly beside?: ProfileDay | null | undefined;
  /** Starts of the launches that are not shown. */
  readonly hidden?: ReadonlySet<number> | undefined;
}) {
  const { day, axes, area, stroke, beside, hidden } = props;
  const { samples } = day;
  const values = placeBetween({ ...axes.values, logarithmic: false });
  const height = axes.heights
    ? placeBetween({ low: axes.heights.bottom, high: axes.heights.top })
    : null;
  return (
    <>
      {samples?.kind === 'line' && (
        <>
          <Stroke d={linePath(samples, day.step, area, values)} width={stroke} />
          <Marks
            spots={lineMarks(samples.indeterminate, samples.low.length, area, values)}
            mark="indeterminate"
          />
          <Marks spots={lineMarks(samples.bad, samples.low.length, area, values)} mark="bad" />
        </>
      )}
      {height &&
        beside?.ascents.map((ascent) =>
          hidden?.has(ascent.start) ? null : (
            <Stroke
              key={ascent.start}
              d={profilePath(ascent, area, values, height)}
              width={stroke * 0.8}
              dash="4 2"
              colour="var(--second)"
            />
          ),
        )}
      {samples?.kind === 'profile' &&
        height &&
        samples.ascents.map((ascent, i) =>
          hidden?.has(ascent.start) ? null : (
            <g key={ascent.start}>
              <Stroke
                d={profilePath(ascent, area, values, height)}
                width={stroke}
                dash={DASHES[i % DASHES.length] ?? ''}
              />
              <Marks spots={profileMarks(ascent, ascent.bad, area, values, height)} mark="bad" />
            </g>
          ),
        )}
      {samples?.kind === 'image' && <Strip image={samples} area={area} />}
      <DaySpans reports={day.reports ?? []} area={area} isProfile={samples?.kind === 'profile'} />
    </>
  );
}

function Stroke(props: {
  readonly d: string;
  readonly width: number;
  readonly dash?: string;
  readonly colour?: string;
}) {
  return (
    <path
      d={props.d}
      fill="none"
      stroke={props.colour ?? 'var(--accent)'}
      strokeWidth={props.width}
      strokeDasharray={props.dash || undefined}
      strokeLinejoin="round"
      strokeLinecap={props.dash ? 'butt' : 'round'}
    />
  );
}

/** Marks differ by shape as well as by colour. */
function Marks(props: {
  readonly spots: readonly (readonly [number, number])[];
  readonly mark: 'bad' | 'indeterminate';
}) {
  if (props.spots.length === 0) return null;
  const sign = props.mark === 'bad' ? cross : ring;
  return (
    <path
      d={props.spots.map(([x, y]) => sign(x, y)).join('')}
      fill="none"
      stroke={props.mark === 'bad' ? 'var(--q-incorrect)' : 'var(--warn)'}
      strokeWidth="1.5"
    />
  );
}

/** Marks, at the foot of an image, the times that mostly fail an automatic check. */
function Strip({ image, area }: { readonly image: ImageDay; readonly area: Area }) {
  const at: Place = (bin) => area.left + (bin / image.width) * area.width;
  const bars = (runs: ImageDay['bad'], fill: string, height: number) =>
    runs.map(([from, to]) => (
      <rect
        key={from}
        x={at(from)}
        width={Math.max(1, at(to) - at(from))}
        y={area.top + area.height - height}
        height={height}
        fill={fill}
      />
    ));
  return (
    <>
      {bars(image.indeterminate, 'var(--q-suspect)', 3)}
      {bars(image.bad, 'var(--q-incorrect)', 6)}
    </>
  );
}
