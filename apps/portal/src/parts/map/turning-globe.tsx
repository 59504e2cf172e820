// A globe that is turned by pointer or keyboard, drawn on a canvas; it moves only when a user moves
// it.

import { plural } from '@isobar/contract/count.ts';
import { type GeoProjection, geoDistance, geoGraticule10, geoOrthographic, geoPath } from 'd3-geo';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Theme, useTheme } from '../../lib/theme.ts';
import { markPath, nightAt, ringPath, type SiteDot, seenOf } from './globe-marks.ts';
import { land } from './land.ts';
import { MAP_COLOURS } from './map-colours.ts';
import type { Dot } from './place-globe.tsx';

type Turn = { readonly lon: number; readonly lat: number; readonly scale: number };

const STEP_DEGREES = 10;
const STEP_SCALE = 1.25;
const SCALES = { least: 1, most: 8 } as const;
const MARGIN = 4;
const DEGREES_PER_PIXEL = 0.35;

const KEYS: Readonly<Record<string, (turn: Turn) => Turn>> = {
  ArrowLeft: (turn) => ({ ...turn, lon: turn.lon - STEP_DEGREES / turn.scale }),
  ArrowRight: (turn) => ({ ...turn, lon: turn.lon + STEP_DEGREES / turn.scale }),
  ArrowUp: (turn) => ({ ...turn, lat: clamp(turn.lat + STEP_DEGREES / turn.scale, -90, 90) }),
  ArrowDown: (turn) => ({ ...turn, lat: clamp(turn.lat - STEP_DEGREES / turn.scale, -90, 90) }),
  '+': (turn) => scaled(turn, STEP_SCALE),
  '=': (turn) => scaled(turn, STEP_SCALE),
  '-': (turn) => scaled(turn, 1 / STEP_SCALE),
};

export function TurningGlobe({
  dots,
  when,
}: {
  readonly dots: readonly SiteDot[];
  readonly when: Date;
}) {
  const [theme] = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [turn, setTurn] = useState<Turn>(() => turnTo(dots));
  const [near, setNear] = useState<Dot | null>(null);
  const key = dots.map((dot) => dot.key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of the same places does not turn the globe
  useEffect(() => setTurn((before) => ({ ...turnTo(dots), scale: before.scale })), [key]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const redraw = (): void => draw(element, { turn, dots, near, theme, when });
    const frame = requestAnimationFrame(redraw);
    const resized = new ResizeObserver(redraw);
    resized.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
    };
  }, [turn, dots, near, theme, when]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setTurn(act);
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons === 0) {
      const { clientWidth } = event.currentTarget;
      const { offsetX, offsetY } = event.nativeEvent;
      setNear(dotUnder([offsetX, offsetY], clientWidth, turn, dots));
      return;
    }
    const { movementX, movementY } = event;
    setTurn((before) => ({
      ...before,
      lon: before.lon - (movementX * DEGREES_PER_PIXEL) / before.scale,
      lat: clamp(before.lat + (movementY * DEGREES_PER_PIXEL) / before.scale, -90, 90),
    }));
  };
  return (
    <div className="relative size-full">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={`Globe with ${plural(dots.length, 'place')}: ${dots.map((dot) => dot.key).join(', ')}. Arrow keys turn it, plus and minus change its size.`}
        className="size-full cursor-grab touch-none rounded-full active:cursor-grabbing"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setNear(null)}
      />
      <p
        role="status"
        className="pointer-events-none absolute inset-x-0 bottom-2 text-center font-mono text-sm"
      >
        {near && (
          <span className="rounded bg-surface px-2 py-1">
            {near.key} {near.at.lat.toFixed(2)}, {near.at.lon.toFixed(2)}
          </span>
        )}
      </p>
    </div>
  );
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));
const scaled = (turn: Turn, by: number): Turn => ({
  ...turn,
  scale: clamp(turn.scale * by, SCALES.least, SCALES.most),
});

function turnTo(dots: readonly Dot[]): Turn {
  const at = (dots.find((dot) => dot.strong) ?? dots[0])?.at ?? { lat: 20, lon: 0 };
  return { lon: at.lon, lat: clamp(at.lat, -55, 55), scale: 1 };
}

function projectionOf(size: number, turn: Turn): GeoProjection {
  return geoOrthographic()
    .translate([size / 2, size / 2])
    .scale((size / 2 - MARGIN) * turn.scale)
    .rotate([-turn.lon, -turn.lat])
    .clipAngle(90);
}

type Drawn = {
  readonly turn: Turn;
  readonly dots: readonly SiteDot[];
  readonly near: Dot | null;
  readonly theme: Theme;
  readonly when: Date;
};

function draw(canvas: HTMLCanvasElement, { turn, dots, near, theme, when }: Drawn): void {
  const context = canvas.getContext('2d');
  const size = canvas.clientWidth;
  if (!context || size === 0) return;
  const ratio = Math.min(2, devicePixelRatio || 1);
  canvas.width = size * ratio;
  canvas.height = size * ratio;
  context.scale(ratio, ratio);
  const c = MAP_COLOURS[theme];
  const projection = projectionOf(size, turn);
  const path = geoPath(projection, context);
  const paint = (shape: Parameters<typeof path>[0], fill: string, stroke: string): void => {
    context.beginPath();
    path(shape);
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (!stroke) return;
    context.strokeStyle = stroke;
    context.stroke();
  };
  context.lineWidth = 1;
  paint({ type: 'Sphere' }, c.sea, c.coast);
  context.lineWidth = 0.6;
  paint(geoGraticule10(), '', c.graticule);
  paint(land, c.land, c.coast);
  paint(nightAt(when), c.night, '');
  for (const { dot, at } of seenOf(dots, projection)) {
    const mark = new Path2D(markPath(dot.kind, at, dot.strong || dot.key === near?.key ? 7 : 5));
    const empty = dot.kind === 'inactive';
    context.lineWidth = empty ? 2 : 1.4;
    context.fillStyle = empty ? c.land : c.marks[dot.kind];
    context.strokeStyle = empty ? c.marks.inactive : c.halo;
    context.fill(mark);
    context.stroke(mark);
    if (!dot.ringed) continue;
    context.strokeStyle = c.accent;
    context.stroke(new Path2D(ringPath(at)));
  }
}

const NEAR_PIXELS = 12;

/** The place nearest to a point of the canvas, among those on the visible side. */
export function dotUnder(
  [pointX, pointY]: readonly [number, number],
  size: number,
  turn: Turn,
  dots: readonly Dot[],
): Dot | null {
  const projection = projectionOf(size, turn);
  const away = ({ at }: Dot): number => {
    const isBehind = geoDistance([at.lon, at.lat], [turn.lon, turn.lat]) > Math.PI / 2;
    const [x, y] = projection([at.lon, at.lat]) ?? [Number.NaN, Number.NaN];
    return isBehind ? Number.NaN : Math.hypot(x - pointX, y - pointY);
  };
  return (
    dots
      .map((dot) => ({ dot, pixels: away(dot) }))
      .filter(({ pixels }) => pixels < NEAR_PIXELS)
      .sort((a, b) => a.pixels - b.pixels)[0]?.dot ?? null
  );
}
