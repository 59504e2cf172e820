// Globes: every place is where a view from far above has it, the far side shows none, rings are
// around their marks, and names tell the same in words.
import { act, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { SiteDot } from './globe-marks.ts';
import { MAP_COLOURS } from './map-colours.ts';
import { PlaceGlobe } from './place-globe.tsx';
import { SiteGlobe } from './site-globe.tsx';
import { TurningGlobe } from './turning-globe.tsx';

const NOON = new Date('2026-06-21T12:00:00Z');
const COLOURS = MAP_COLOURS.light;

const dot = (key: string, lat: number, lon: number, more: Partial<SiteDot> = {}): SiteDot => ({
  ...{ key, at: { lat, lon }, strong: false, kind: 'site', weight: 1 },
  ...more,
});

type View = { readonly lat: number; readonly lon: number };

/**
 * Where a place is in a picture of the earth from above `view`, by the formula of an orthographic
 * map; `front`: how far on the near side, 1 in the middle.
 */
function pixelOf({ lat, lon }: View, view: View, middle: number, radius: number) {
  const [phi, from, away] = [lat, view.lat, lon - view.lon].map((each) => (each * Math.PI) / 180);
  const { sin, cos } = Math;
  const x = cos(phi!) * sin(away!);
  const y = cos(from!) * sin(phi!) - sin(from!) * cos(phi!) * cos(away!);
  const front = sin(from!) * sin(phi!) + cos(from!) * cos(phi!) * cos(away!);
  return { x: middle + radius * x, y: middle - radius * y, front };
}

/** Middle and radius of each disc of a path. */
const discsOf = (d: string) =>
  [...d.matchAll(/M(-?[\d.e-]+)[ ,](-?[\d.e-]+)(?:m0,[\d.]+)?a([\d.]+)[ ,]/g)].map(
    ([all, x, y, r]) => ({
      x: Number(x) + (all.includes('m0,') ? 0 : Number(r)),
      y: Number(y),
      r: Number(r),
    }),
  );

type Disc = ReturnType<typeof discsOf>[number];

const near = (discs: readonly Disc[], { x, y }: { x: number; y: number }) =>
  discs.filter((disc) => Math.hypot(disc.x - x, disc.y - y) < 0.01).map(({ r }) => r);

const drawnPaths = (): SVGPathElement[] => [...screen.getByRole('img').querySelectorAll('path')];
const discsIn = (paths: readonly SVGPathElement[]) =>
  paths.flatMap((path) => discsOf(path.getAttribute('d') ?? ''));

const places = fc.uniqueArray(
  fc.record({
    key: fc.stringMatching(/^[A-Z]{3}$/),
    lat: fc.integer({ min: -90, max: 90 }),
    lon: fc.integer({ min: -180, max: 180 }),
    ...{ strong: fc.boolean(), ringed: fc.boolean(), weight: fc.nat(50) },
    kind: fc.constantFrom('site', 'inactive'),
  }),
  { minLength: 1, maxLength: 8, selector: ({ key }) => key },
);
type Place = Parameters<Parameters<typeof places.map>[0]>[0][number];
const PLACE = { ringed: true, weight: 1, kind: 'site' } as const;
/** A globe is turned to the second of these, from where the first is not seen. */
const SECOND_STRONG: Place[] = [
  { ...PLACE, key: 'AAA', lat: 0, lon: 0, strong: false },
  { ...PLACE, key: 'BBB', lat: 10, lon: 120, strong: true },
];
const dotsOf = (drawn: readonly Place[]): SiteDot[] =>
  drawn.map(({ key, lat, lon, ...more }) => dot(key, lat, lon, more as Partial<SiteDot>));

/** Whom a globe is turned to: the first that stands out, else the first. */
const centreOf = (dots: readonly SiteDot[], most: number): View => {
  const { at } = dots.find(({ strong }) => strong) ?? dots[0]!;
  return { lon: at.lon, lat: Math.min(most, Math.max(-most, at.lat)) };
};

it('the globe of sites has the mark of each where it is, on the near side only, and rings around those at work', () => {
  const { rerender } = render(<SiteGlobe dots={[]} when={NOON} />);
  fc.assert(
    fc.property(places, (drawn) => {
      const dots = dotsOf(drawn);
      rerender(<SiteGlobe dots={dots} when={NOON} />);
      const [marks, rings] = [true, false].map((filled) =>
        discsIn(drawnPaths().filter((path) => (path.getAttribute('fill') !== 'none') === filled)),
      );
      const seen = dots
        .map(({ at, ...one }) => ({ ...one, ...pixelOf(at, centreOf(dots, 35), 280, 276) }))
        .filter(({ front }) => front > Math.sin(0.05));
      expect(marks).toHaveLength(seen.length);
      expect(rings).toHaveLength(seen.filter(({ ringed }) => ringed).length);
      for (const one of seen) {
        expect(near(marks!, one)).toContain(one.strong ? 7 : 5);
        if (one.ringed) expect(near(rings!, one)).toContain(10);
      }
    }),
    { numRuns: 5, examples: [[SECOND_STRONG]] },
  );
});

it('the globe of sites shows those without new data as empty discs, and says the five with the most data', () => {
  const dots = [
    ...[1, 2, 3, 4, 5].map((n) => dot(`S${n}`, n * 10, 0, { weight: n })),
    dot('OLD', 0, 20.04, { kind: 'inactive', weight: 9 }),
    dot('AMF', 0, -30, { kind: 'mobile', weight: 0 }),
  ];
  render(<SiteGlobe dots={dots} when={NOON} />);
  const looks = drawnPaths().map((path) =>
    ['fill', 'stroke', 'stroke-width'].map((name) => path.getAttribute(name)),
  );
  expect(looks).toContainEqual([COLOURS.land, COLOURS.marks.inactive, '2']);
  expect(looks).toContainEqual([COLOURS.marks.mobile, COLOURS.halo, '1.4']);
  expect(looks.filter(([fill]) => fill === COLOURS.marks.site)).toHaveLength(5);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Globe with 7 places; OLD at 0.0, 20.0; S5 at 50.0, 0.0; S4 at 40.0, 0.0; S3 at 30.0, 0.0; S2 at 20.0, 0.0',
  );
  const names = [...screen.getByRole('img').querySelectorAll('text')].map((text) => [
    text.textContent,
    text.getAttribute('text-anchor'),
    Number(text.getAttribute('x')) >
      pixelOf(dots.find(({ key }) => key === text.textContent)!.at, { lat: 10, lon: 0 }, 280, 276)
        .x,
  ]);
  expect(names).toHaveLength(6);
  for (const [, anchor, isRight] of names) expect(anchor).toBe(isRight ? 'start' : 'end');
});

it('the small globe has each place in front where it is, those in use larger and over the others', () => {
  const { rerender } = render(<PlaceGlobe dots={[]} />);
  fc.assert(
    fc.property(places, (drawn) => {
      const dots = dotsOf(drawn);
      rerender(<PlaceGlobe dots={dots} />);
      const paths = drawnPaths().filter((path) => path.getAttribute('stroke') === 'var(--surface)');
      const looks = paths.map((path) => path.getAttribute('fill'));
      expect(looks).toEqual(
        looks.toSorted((a, b) => (a === b ? 0 : a === 'var(--accent)' ? 1 : -1)),
      );
      const strong = dots.filter((one) => one.strong);
      expect(looks.filter((fill) => fill === 'var(--accent)')).toHaveLength(strong.length);
      const discs = discsIn(paths);
      const seen = dots
        .map(({ at, ...one }) => ({ ...one, ...pixelOf(at, centreOf(dots, 55), 110, 108) }))
        .filter(({ front }) => Math.abs(front) > 1e-3); // at the very edge both are right
      for (const one of seen)
        if (one.front > 0) expect(near(discs, one)).toContain(one.strong ? 5 : 2.5);
      expect(discs.length).toBeGreaterThanOrEqual(seen.filter(({ front }) => front > 0).length);
      expect(discs.length).toBeLessThanOrEqual(
        dots.length - seen.filter(({ front }) => front < 0).length,
      );
      const named = (strong.length > 0 ? strong : dots)
        .slice(0, 5)
        .map(({ key, at }) => `${key} at ${at.lat.toFixed(1)}, ${at.lon.toFixed(1)}`);
      expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
        `Globe with ${dots.length} ${dots.length === 1 ? 'place' : 'places'}; ${named.join('; ')}`,
      );
    }),
    { numRuns: 5, examples: [[SECOND_STRONG]] },
  );
});

it('globes without a place are not drawn', () => {
  const { container } = render(
    <>
      <PlaceGlobe dots={[]} />
      <SiteGlobe dots={[]} when={NOON} />
    </>,
  );
  expect(container.innerHTML).toBe('');
});

const SIZE = 400;

/** A canvas that notes what is painted: each path with its colours. jsdom itself draws nothing. */
function notedCanvas() {
  const painted: { d: string; how: 'fill' | 'stroke'; colour: string }[] = [];
  vi.stubGlobal(
    'Path2D',
    class {
      readonly d: string;
      constructor(d: string) {
        this.d = d;
      }
    },
  );
  let frame: FrameRequestCallback | undefined;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frame = callback;
    return 0;
  });
  /** A browser paints what was requested last. */
  const paint = () => {
    if (frame) painted.length = 0;
    frame?.(0);
    frame = undefined;
    return painted;
  };
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(SIZE);
  Element.prototype.setPointerCapture ??= () => undefined;
  let d = '';
  const context = {
    ...{
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 0,
      scale: () => undefined,
      closePath: () => undefined,
    },
    beginPath: () => (d = ''),
    moveTo: (x: number, y: number) => (d += `M${x} ${y}`),
    lineTo: (x: number, y: number) => (d += `L${x} ${y}`),
    arc: (x: number, y: number, r: number) => (d += `O${x} ${y} ${r}`),
    fill: (path?: { d: string }) =>
      painted.push({ d: path?.d ?? d, how: 'fill', colour: context.fillStyle }),
    stroke: (path?: { d: string }) =>
      painted.push({ d: path?.d ?? d, how: 'stroke', colour: context.strokeStyle }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const discs = (how: 'fill' | 'stroke', colour: string) =>
    paint().flatMap((one) => (one.how === how && one.colour === colour ? discsOf(one.d) : []));
  return {
    paint,
    marks: () => discs('fill', COLOURS.marks.site),
    rings: () => discs('stroke', COLOURS.accent),
    empty: () => discs('fill', COLOURS.land),
  };
}

const SGP = dot('SGP', 36.6, -97.5, { strong: true, ringed: true });
const NSA = dot('NSA', 71.3, -156.6);
const OLD = dot('OLD', 20, -90, { kind: 'inactive', ringed: true });
const FAR = dot('TWP', -12.4, 130.9, { ringed: true });

/** Where a place is on the canvas when the globe is turned to `view`. */
const at = ({ at: place }: SiteDot, view: View, scale = 1) =>
  pixelOf(place, view, SIZE / 2, (SIZE / 2 - 4) * scale);

it('the turning globe paints sites in front where they are, with rings around those at work', () => {
  const { paint, marks, rings, empty } = notedCanvas();
  render(<TurningGlobe dots={[SGP, NSA, OLD, FAR]} when={NOON} />);
  const view = SGP.at;
  expect(marks()).toHaveLength(2);
  expect(near(marks(), at(SGP, view))).toEqual([7]);
  expect(near(marks(), at(NSA, view))).toEqual([5]);
  expect(near(empty(), at(OLD, view))).toEqual([5]);
  expect(rings()).toHaveLength(2);
  for (const site of [SGP, OLD]) expect(near(rings(), at(site, view))).toEqual([10]);
  const painted = paint();
  const [sea, coast, graticule] = painted;
  expect([sea, coast].map((one) => [one?.how, one?.colour])).toEqual([
    ['fill', COLOURS.sea],
    ['stroke', COLOURS.coast],
  ]);
  expect(sea?.d).toMatch(/^M200 396L/);
  expect(graticule).toMatchObject({ how: 'stroke', colour: COLOURS.graticule });
  const night = painted.find(({ colour }) => colour === COLOURS.night);
  const first = painted.findIndex(({ colour }) => colour === COLOURS.marks.site);
  expect(night?.how).toBe('fill');
  expect(painted.indexOf(night!)).toBeLessThan(first);
});

it('the turning globe is turned and enlarged by keys, less far the larger it is, and never over a pole', () => {
  const { marks, rings } = notedCanvas();
  render(<TurningGlobe dots={[SGP, NSA]} when={NOON} />);
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(screen.getByRole('img'), { key, ...more });
  const isAt = (lon: number, lat: number, scale = 1) =>
    expect([
      ...near(marks(), at(SGP, { lon, lat }, scale)),
      ...near(rings(), at(SGP, { lon, lat }, scale)),
    ]).toEqual([7, 10]);
  const { lon, lat } = SGP.at;
  isAt(lon, lat);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    press('ArrowLeft', more);
  expect(press('Tab')).toBe(true); // is left to the page
  isAt(lon, lat);
  expect(press('ArrowRight')).toBe(false);
  isAt(lon + 10, lat);
  press('ArrowUp');
  isAt(lon + 10, lat + 10);
  press('+');
  isAt(lon + 10, lat + 10, 1.25);
  press('ArrowLeft');
  press('ArrowDown');
  isAt(lon + 2, lat + 2, 1.25);
  press('=');
  press('-');
  press('-');
  press('-');
  isAt(lon + 2, lat + 2, 1);
  for (let n = 0; n < 12; n++) press('+');
  press('ArrowRight');
  isAt(lon + 3.25, lat + 2, 8);
  for (let n = 0; n < 12; n++) press('-');
  for (let n = 0; n < 9; n++) press('ArrowUp');
  isAt(lon + 3.25, 90);
  for (let n = 0; n < 10; n++) press('ArrowDown');
  isAt(lon + 3.25, -10);
});

it('the turning globe follows a drag, and names the site under the pointer, whose mark grows', () => {
  const { marks } = notedCanvas();
  render(<TurningGlobe dots={[SGP, NSA]} when={NOON} />);
  const globe = screen.getByRole('img');
  const moved = (more: object) => {
    const event = new MouseEvent('pointermove', { bubbles: true, ...more });
    for (const [name, value] of Object.entries({ movementX: 0, movementY: 0, ...more }))
      Object.defineProperty(event, name, { value });
    act(() => void globe.dispatchEvent(event));
  };
  const over = ({ x, y }: { x: number; y: number }) =>
    moved({ buttons: 0, offsetX: x, offsetY: y });
  over(at(NSA, SGP.at));
  expect(screen.getByRole('status').textContent).toBe('NSA 71.30, -156.60');
  expect(near(marks(), at(NSA, SGP.at))).toEqual([7]);
  fireEvent.pointerOut(globe);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(near(marks(), at(NSA, SGP.at))).toEqual([5]);
  over({ x: 200, y: 390 });
  expect(screen.getByRole('status').textContent).toBe('');
  moved({ buttons: 1, movementX: -20, movementY: 40 });
  const view = { lon: SGP.at.lon + 7, lat: SGP.at.lat + 14 };
  expect(near(marks(), at(SGP, view))).toEqual([7]);
  fireEvent.keyDown(globe, { key: '+' });
  moved({ buttons: 1, movementX: -20, movementY: -40 });
  expect(near(marks(), at(SGP, { lon: view.lon + 5.6, lat: view.lat - 11.2 }, 1.25))).toEqual([7]);
});

it('the turning globe turns to other sites as large as it was, and stays where it is while the same sites change', () => {
  const { marks } = notedCanvas();
  const { rerender } = render(<TurningGlobe dots={[NSA]} when={NOON} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/^Globe with 1 place: NSA\./);
  // not seen from so near a pole
  expect(near(marks(), at(NSA, { lon: NSA.at.lon, lat: 55 }))).toEqual([5]);
  fireEvent.keyDown(screen.getByRole('img'), { key: '+' });
  fireEvent.keyDown(screen.getByRole('img'), { key: 'ArrowRight' });
  rerender(<TurningGlobe dots={[{ ...NSA, strong: true }]} when={NOON} />);
  expect(near(marks(), at(NSA, { lon: NSA.at.lon + 8, lat: 55 }, 1.25))).toEqual([7]);
  rerender(<TurningGlobe dots={[NSA, SGP]} when={NOON} />);
  expect(near(marks(), at(SGP, SGP.at, 1.25))).toEqual([7]);
  rerender(<TurningGlobe dots={[]} when={NOON} />);
  expect(marks()).toEqual([]);
});
