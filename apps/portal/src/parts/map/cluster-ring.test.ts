// The mark of several facilities: its arcs are as long as the shares of the kinds, and its number
// fits.
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { arcsOf, drawRing, readRing, ringName } from './cluster-ring.ts';
import { MAP_COLOURS } from './map-colours.ts';
import { MARK_KINDS } from './marks.ts';

const TURN = 2 * Math.PI;
const counts = fc.array(fc.integer({ min: 0, max: 60 }), {
  ...{ minLength: MARK_KINDS.length, maxLength: MARK_KINDS.length },
});

it('the name of a picture reads back as theme, size and the number of each kind', () => {
  const theme = fc.constantFrom('light' as const, 'dark' as const);
  fc.assert(
    fc.property(theme, fc.integer({ min: 1, max: 90 }), counts, (of, size, each) => {
      const name = [ringName(of, size), ...each].join('/');
      expect(readRing(name)).toEqual({ theme: of, size, counts: each });
    }),
  );
});

it.each([
  'pin/light/40/1/2/3/4',
  'ring/blue/40/1/2/3/4',
  'ring/light/0/1/2/3/4',
  'ring/light/40/1/2/3',
  'ring/light/40/1/2/3/4/5',
  'ring/light/40/1/2/3/x',
  'ring/light/40/1/2/3/-4',
  'ring/light/4.5/1/2/3/4',
  'ring',
])('%s is none', (name) => {
  expect(readRing(name)).toBeNull();
});

it('arcs have the share of their kind, less the same gap each, in order and without an overlap', () => {
  fc.assert(
    fc.property(counts, (each) => {
      const total = each.reduce((a, b) => a + b, 0);
      const kinds = each.filter((count) => count > 0).length;
      const arcs = arcsOf(each);
      expect(arcs.map((arc) => arc === null)).toEqual(each.map((count) => count === 0));
      if (kinds === 1) {
        expect(arcs.filter(Boolean)).toEqual([[0, TURN]]);
        return;
      }
      let before = 0;
      let turned = 0;
      for (const [i, arc] of arcs.entries()) {
        const share = ((each[i] ?? 0) / total) * TURN;
        turned += share;
        if (!arc) continue;
        const [from, to] = arc;
        expect(from).toBeGreaterThan(before);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(turned + 0.1); // the shortest arcs can still be seen
        const gap = share - (to - from);
        if (share > 0.2) expect(gap).toBeCloseTo(0.12, 6);
        if (share > 0.2) expect((from + to) / 2).toBeCloseTo(turned - share / 2, 6);
        before = from;
      }
    }),
  );
});

describe('the picture', () => {
  afterEach(() => vi.restoreAllMocks());
  /** What is drawn, by a surface that notes it. */
  function drawn(size: number, each: readonly number[]) {
    const texts: string[] = [];
    const strokes: string[] = [];
    const scaled: number[] = [];
    const taken: number[][] = [];
    const radii: number[] = [];
    const surface = {
      ...{ strokeStyle: '', fillStyle: '', lineWidth: 0, font: '', textAlign: '' },
      ...{ beginPath() {}, fill() {}, translate() {}, setTransform() {}, clearRect() {} },
      scale: (x: number, y: number) => scaled.push(x, y),
      arc: (_x: number, _y: number, radius: number) => radii.push(radius),
      stroke: () => strokes.push(surface.strokeStyle),
      fillText: (text: string) => texts.push(text),
      getImageData: (...box: number[]) => taken.push(box) && ({} as ImageData),
    };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(surface as never);
    const picture = drawRing({ theme: 'light', size, counts: each });
    return { picture, texts, strokes, scaled, taken, radii };
  }

  it('the picture has the number of all, in thousands from a thousand on', () => {
    const text = (count: number, size: number) => drawn(size, [count, 0, 1, 0]).texts;
    expect(text(1, 21)).toEqual(['2']);
    expect(text(998, 22)).toEqual(['999']);
    expect(text(999, 23)).toEqual(['1k']);
    expect(text(12_344, 24)).toEqual(['12.3k']);
  });

  it('the picture has an arc in the colour of each kind that is there', () => {
    const { strokes } = drawn(31, [3, 0, 1, 0]);
    const { site, inactive } = MAP_COLOURS.light.marks;
    expect(strokes).toEqual([site, inactive]);
  });

  it('the picture fills the size that was asked for at the sharpness of the screen', () => {
    const { taken, scaled, radii } = drawn(32, [1, 1, 1, 1]);
    const [ratio = 0] = scaled;
    expect(taken).toEqual([[0, 0, 32 * ratio, 32 * ratio]]);
    expect(Math.max(...radii)).toBeLessThanOrEqual(16);
  });

  it('the picture is none where nothing can be drawn', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    expect(drawRing({ theme: 'dark', size: 77, counts: [1, 0, 0, 0] })).toBeNull();
  });
});
