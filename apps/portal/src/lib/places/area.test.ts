// Drawn areas: which are invalid, which places are inside one, which tracks pass through.

import {
  type Corner,
  formatShape,
  MOST_CORNERS,
  parseShape,
} from '@isobar/contract/places/shape.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, checkShape, isInShape, trackTouches } from './area.ts';

const SQUARE: readonly Corner[] = [
  [-100, 30],
  [-90, 30],
  [-90, 40],
  [-100, 40],
];

describe('checkShape', () => {
  it('checkShape keeps corners open, each once, counterclockwise', () => {
    const given = [...SQUARE, SQUARE[0] as Corner].toReversed();
    const read = checkShape([given[0] as Corner, ...given]);
    expect(read).toHaveProperty('corners');
    const corners = 'corners' in read ? read.corners : [];
    expect(new Set(corners.map(String))).toEqual(new Set(SQUARE.map(String)));
    expect(corners).toHaveLength(4);
    expect(checkShape(SQUARE)).toEqual({ corners: SQUARE });
  });

  it.each([
    [
      'three different corners',
      [
        [0, 0],
        [1, 1],
        [1, 1],
        [0, 0],
      ],
    ],
    [
      'cross each other',
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
    ],
    [
      'cross each other',
      [
        [0, 0],
        [10, 0],
        [5, 0],
        [5, 5],
      ],
    ],
    [
      'on one line',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'Latitudes',
      [
        [0, 0],
        [1, 91],
        [2, 2],
      ],
    ],
    [
      'Longitudes',
      [
        [0, 0],
        [361, 1],
        [2, 2],
      ],
    ],
    [
      'around the earth at most once',
      [
        [-300, 0],
        [300, 1],
        [2, 20],
      ],
    ],
    [
      'needs a latitude',
      [
        [0, 0],
        [Number.NaN, 1],
        [2, 2],
      ],
    ],
    [
      'at most',
      Array.from({ length: MOST_CORNERS + 2 }, (_, i): Corner => [i / 10, (i * i) / 1000]),
    ],
  ] as [string, Corner[]][])('checkShape says what is wrong: %s', (words, corners) => {
    const read = checkShape(corners);
    expect('problem' in read ? read.problem : '').toContain(words);
  });

  it('what it keeps can be written and read', () => {
    fc.assert(
      fc.property(fc.array(anyCorner, { minLength: 3, maxLength: 9 }), (corners) => {
        const read = checkShape(corners);
        if ('corners' in read) expect(parseShape(formatShape(read.corners))).toEqual(read.corners);
      }),
      { numRuns: 300 },
    );
  });
});

const anyCorner: fc.Arbitrary<Corner> = fc.tuple(
  fc.integer({ min: -180, max: 180 }),
  fc.integer({ min: -90, max: 90 }),
);

/** A slow counterpart: seen from a place inside, the sides turn around it once. */
function surrounds(corners: readonly Corner[], [x, y]: Corner): boolean {
  const angles = [...corners, corners[0] as Corner].map(([lon, lat]) =>
    Math.atan2(lat - y, lon - x),
  );
  let sum = 0;
  for (let i = 1; i < angles.length; i++) {
    const step = (angles[i] as number) - (angles[i - 1] as number);
    sum += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
  }
  return Math.abs(sum) > Math.PI;
}

describe('isInShape', () => {
  it('isInShape agrees with a slow twin on random areas without crossing sides', () => {
    fc.assert(
      fc.property(
        fc.array(anyCorner, { minLength: 3, maxLength: 7 }),
        fc.tuple(
          fc.double({ min: -180, max: 180, noNaN: true }),
          fc.double({ min: -90, max: 90, noNaN: true }),
        ),
        (corners, place) => {
          const read = checkShape(corners);
          fc.pre('corners' in read);
          if ('corners' in read && !onEdge(read.corners, place))
            expect(isInShape(read.corners, place)).toBe(surrounds(read.corners, place));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('isInShape takes edges and corners in, and looks from either side of the date line', () => {
    expect(isInShape(SQUARE, [-95, 30])).toBe(true);
    expect(isInShape(SQUARE, [-100, 40])).toBe(true);
    expect(isInShape(SQUARE, [-95, 41])).toBe(false);
    const pacific: readonly Corner[] = [
      [170, -10],
      [200, -10],
      [200, 10],
      [170, 10],
    ];
    expect(isInShape(pacific, [-170, 0])).toBe(true);
    expect(isInShape(pacific, [175, 0])).toBe(true);
    expect(isInShape(pacific, [-150, 0])).toBe(false);
  });
});

function onEdge(corners: readonly Corner[], [x, y]: Corner): boolean {
  return corners.some(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length] as Corner;
    return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 1e-6;
  });
}

describe('trackTouches', () => {
  it('a place in it, or a leg that passes through', () => {
    expect(
      trackTouches(SQUARE, [
        [-95, 35],
        [-50, 35],
      ]),
    ).toBe(true);
    expect(
      trackTouches(SQUARE, [
        [-110, 35],
        [-50, 35],
      ]),
    ).toBe(true);
    expect(
      trackTouches(SQUARE, [
        [-110, 50],
        [-50, 50],
      ]),
    ).toBe(false);
  });

  it('a leg over the date line is not one around the earth', () => {
    expect(
      trackTouches(SQUARE, [
        [179, 35],
        [-179, 35],
      ]),
    ).toBe(false);
  });
});

it('bounds: west, south, east, north', () => {
  expect(boundsOf(SQUARE)).toEqual([-100, 30, -90, 40]);
});
