// Timelines: geometry, ticks, the shared window, gestures and options.
import {
  BY_SEVERITY,
  hiddenRanges,
  hoursOf,
  type QualityRange,
  RESOLUTIONS,
  visibleRanges,
} from '@isobar/contract/quality/timeline.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rangeAt, SHAPES, tickPaths, timelinePaths, unionPath, WIDTH } from './geometry.ts';
import { type TimelineHit, useTimelineGestures } from './gestures.ts';
import { timelineKey, useTimelineKeys } from './keys.ts';
import { TimelineLegend } from './legend.tsx';
import { timeTicks } from './ticks.ts';
import { Timeline, TimelineAxis } from './timeline.tsx';
import {
  createTimelineView,
  minDaysOf,
  type TimelineView,
  TimelineViewProvider,
  useTimelineView,
} from './view.tsx';
import { windowShowing } from './window-showing.ts';
import { resolutionText } from './zoom-bar.tsx';

const hour = (day: string): number => hoursOf(day) ?? 0;
const range = (name: QualityRange['name'], start: string, end: string): QualityRange => ({
  name,
  start: hour(start),
  end: hour(end),
  reportId: `${name} ${start}`,
  code: 3,
});

describe('geometry', () => {
  const window = [0, WIDTH] as const;

  it('one path per quality class, clipped to the window, at least one unit wide', () => {
    const paths = timelinePaths(
      [100, 200],
      [
        { ...range('suspect', '2000-01-01', '2000-01-01'), start: 150, end: 150.1 },
        { ...range('suspect', '2000-01-01', '2000-01-01'), start: -50, end: 10 },
        { ...range('incorrect', '2000-01-01', '2000-01-01'), start: 900, end: 910 },
      ],
      window,
    );
    expect(paths.routine).toBe('M100.0 22.0h100.0v8h-100.0z');
    expect(paths.suspect).toMatch(/^M150\.0 19\.0h1\.4v14h-1\.4zM-2\.0 19\.0h12\.0v2\.6h-12\.0z/);
    expect(paths.incorrect).toBeUndefined();
  });

  it('a report gets a window around it, unless all of it is seen already and is no mere line', () => {
    const times = fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 9000 }));
    fc.assert(
      fc.property(times, times, ([start, length], [first, wide]) => {
        const [report, shown] = [{ start, end: start + length }, [first, first + wide] as const];
        const moved = windowShowing(report, shown, [0, 30_000]);
        const [from, to] = moved ?? shown;
        expect(from <= report.start && report.end <= to).toBe(true);
        if (moved) {
          expect(report.start - from).toBeCloseTo(to - report.end);
          expect(to - from).toBe(Math.min(30_000, Math.max(90 * 24, 6 * length)));
        } else expect(length * 100).toBeGreaterThan(wide);
      }),
    );
    expect(windowShowing({ start: 500, end: 900 }, [500, 900], [0, 30_000])).toBeNull();
  });

  it('what is wrong is the tallest mark, then what is doubtful; a doubtful period frames the bar', () => {
    const heights = (['incorrect', 'suspect', 'missing', 'note'] as const).map(
      (n) => SHAPES[n].height,
    );
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(SHAPES.incorrect.height).toBeGreaterThan(SHAPES.suspect.height + 4);
  });

  it('a tick for each bin with reports that the zoom hides: its worst class, its number as width', () => {
    const short = (name: QualityRange['name'], start: number) => ({
      ...range(name, '2000-01-01', '2000-01-01'),
      start,
      end: start + 0.01,
    });
    const ticks = tickPaths(
      [
        short('suspect', 8),
        short('incorrect', 9),
        short('suspect', 10),
        short('note', 40),
        short('missing', 9999),
      ],
      window,
    );
    expect(Object.keys(ticks).toSorted()).toEqual(['incorrect', 'note']);
    expect(ticks.incorrect).toBe('M8.3 2.0h3.4v10h-3.4z');
    expect(ticks.note).toBe('M41.2 8.5h1.6v3.5h-1.6z');
    expect(tickPaths([short('missing', 9999)], window)).toEqual({});
  });

  it('no report inside the window is without a mark, at any zoom', () => {
    const one = fc.record({
      name: fc.constantFrom(
        'incorrect' as const,
        'suspect' as const,
        'missing' as const,
        'note' as const,
      ),
      start: fc.integer({ min: 0, max: 300_000 }),
      length: fc.integer({ min: 1, max: 9000 }),
    });
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...RESOLUTIONS),
        (list, { minDays }) => {
          const ranges = list.map(({ name, start, length }) => ({
            ...range(name, '2000-01-01', '2000-01-01'),
            start,
            end: start + length,
          }));
          const drawn = timelinePaths(null, visibleRanges(ranges, minDays), [0, 310_000]);
          const small = tickPaths(hiddenRanges(ranges, minDays), [0, 310_000]);
          const worst = BY_SEVERITY.find((name) => ranges.some((r) => r.name === name));
          expect(drawn[worst!] ?? small[worst!]).toBeDefined();
          expect(visibleRanges(ranges, minDays).length + hiddenRanges(ranges, minDays).length).toBe(
            ranges.length,
          );
        },
      ),
    );
  });

  it('the union of facilities is a thin line with its gaps', () => {
    expect(
      unionPath(
        [
          [0, 42],
          [84, 420],
        ],
        window,
      ),
    ).toBe('M0.0 24.8h42.0v2.4h-42.0zM84.0 24.8h336.0v2.4h-336.0z');
  });

  it('the timeline finds the report in front, and of the same class the shortest', () => {
    const long = { ...range('suspect', '2000-01-01', '2000-01-01'), start: 0, end: 100 };
    const short = { ...long, start: 40, end: 60 };
    const note = { ...long, name: 'note' as const };
    expect(rangeAt([note, long, short], 50, 0)).toBe(short);
    expect(rangeAt([note, long, short], 20, 0)).toBe(long);
    expect(rangeAt([short], 62, 3)).toBe(short);
    expect(rangeAt([short], 70, 3)).toBeNull();
  });
});

describe('timeTicks', () => {
  it('timeTicks are round, ascending, inside the window, and few', () => {
    const start = fc.integer({ min: hour('1850-01-01'), max: hour('2020-01-01') });
    fc.assert(
      fc.property(start, fc.integer({ min: 72, max: 4_000_000 }), (from, length) => {
        const ticks = timeTicks([from, from + length]);
        const hours = ticks.map((tick) => tick.hour);
        expect(hours).toEqual(hours.toSorted((a, b) => a - b));
        expect(hours.every((one) => one >= from && one <= from + length)).toBe(true);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }),
    );
    const day = timeTicks([hour('2019-01-01'), hour('2019-01-02')], 3).map((tick) => tick.label);
    expect(day).toEqual(['1 Jan', '12:00', '2 Jan']);
    expect(timeTicks([hour('1993-01-01'), hour('2026-12-31')]).map((tick) => tick.label)).toEqual([
      '1995',
      '2000',
      '2005',
      '2010',
      '2015',
      '2020',
      '2025',
    ]);
  });
});

describe('the shared window', () => {
  const full = [hour('2000-01-01'), hour('2020-01-01')] as const;

  it('[T030] the shared window zooms about a moment, moves, and returns; never beyond what there is', () => {
    const view = createTimelineView(full);
    const at = hour('2015-01-01');
    view.getState().zoom(0.5, at);
    const [start, end] = view.getState().window;
    expect(end - start).toBeCloseTo((full[1] - full[0]) / 2);
    expect((at - start) / (end - start)).toBeCloseTo((at - full[0]) / (full[1] - full[0]));
    view.getState().pan(5);
    expect(view.getState().window[1]).toBe(full[1]);
    view.getState().zoom(100);
    expect(view.getState().window).toEqual([...full]);
  });

  it('[T016] by zoom at first, timelines shown', () => {
    const view = createTimelineView(full);
    expect(view.getState().options).toMatchObject({ byZoom: true, shown: true });
    expect(minDaysOf(view.getState())).toBe(21);
    view.getState().setOptions({ byZoom: false, resolution: 7, shown: true });
    expect(minDaysOf(view.getState())).toBe(7);
  });

  it('[T069] by zoom the resolution follows the width of the window, in years', () => {
    const view = createTimelineView(full);
    const widen = (years: number) => {
      const start = hour('2010-01-01');
      view.getState().show([start, start + years * 365.25 * 24]);
      return minDaysOf(view.getState());
    };
    expect([0.5, 3, 7, 12].map(widen)).toEqual([0, 1, 7, 14]);
    expect([1, 5, 10, 15].map(widen)).toEqual([1, 7, 14, 21]); // a bound belongs to its own row
    expect([0.99, 4.99, 9.99, 14.99].map(widen)).toEqual([0, 1, 7, 14]);
    view.getState().setOptions({ byZoom: false, resolution: 7, shown: true });
    expect([0.5, 3, 7, 12].map(widen)).toEqual([7, 7, 7, 7]);
  });

  it('keys zoom, move and reset', () => {
    const view = createTimelineView(full);
    expect(timelineKey(view, '+')).toBe(true);
    expect(view.getState().window).not.toEqual([...full]);
    expect(timelineKey(view, '0')).toBe(true);
    expect(view.getState().window).toEqual([...full]);
    expect(timelineKey(view, 'x')).toBe(false);
  });

  it('the shared window states which quality reports it shows', () => {
    expect(resolutionText(0, true)).toBe('All reports at this zoom');
    expect(resolutionText(1, false)).toBe('Reports of 1 day or longer');
    expect(resolutionText(-1, false)).toBe('Reports are hidden');
  });
});

const suspect = range('suspect', '2005-01-01', '2015-01-01');
let opened: TimelineHit[] = [];

let shown: TimelineView | null = null;

function Sample() {
  const host = useRef<HTMLDivElement>(null);
  shown = useTimelineView();
  useTimelineKeys(host);
  useTimelineGestures(host, {
    rangesOf: () => [suspect],
    onSecondClick: (hit) => opened.push(hit),
  });
  return (
    <div ref={host}>
      <TimelineLegend />
      <div data-timeline="row" data-testid="row">
        <Timeline data={[hour('2000-01-01'), hour('2020-01-01')]} ranges={[suspect]} />
      </div>
    </div>
  );
}

it('lines of the grid are below the labels of the axis, which are years', () => {
  const full = [hour('2000-06-01'), hour('2010-03-01')] as const;
  const { container } = render(
    <TimelineViewProvider full={full}>
      <TimelineAxis />
      <Timeline data={full} ranges={[]} />
    </TimelineViewProvider>,
  );
  const labels = [...container.querySelectorAll('span')];
  const places = labels.map(({ style }) => (Number.parseFloat(style.left) / 100) * WIDTH);
  for (const [n, { textContent }] of labels.entries()) {
    const passed = (hour(`${textContent}-01-01`) - full[0]) / (full[1] - full[0]);
    expect(places[n]).toBeCloseTo(passed * WIDTH, 3);
  }
  const grid = container.querySelector('path')?.getAttribute('d') ?? '';
  const lines = [...grid.matchAll(/M([\d.-]+) 0V/g)].map(([, at]) => Number(at));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines).toEqual(places.map((place) => Number(place.toFixed(1))));
});

describe('gestures', () => {
  beforeEach(() => {
    opened = [];
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
      left: 0,
      width: 400,
      top: 0,
      bottom: 40,
      height: 40,
    } as DOMRect);
    render(
      <TimelineViewProvider full={[hour('2000-01-01'), hour('2020-01-01')]}>
        <Sample />
      </TimelineViewProvider>,
    );
    return () => vi.restoreAllMocks();
  });

  const press = (clientX: number, timeStamp: number): void => {
    const row = screen.getByTestId('row');
    const event = (type: string) =>
      Object.defineProperty(new MouseEvent(type, { bubbles: true, clientX }), 'timeStamp', {
        value: timeStamp,
      });
    fireEvent(row, event('pointerdown'));
    fireEvent(row, event('pointerup'));
  };

  it('[T011] a second click within 500 ms opens the report under it', () => {
    press(200, 1000);
    expect(opened).toEqual([]);
    press(200, 1500);
    expect(opened).toEqual([{ key: 'row', report: suspect }]);
  });

  it('[T011] a later one does not', () => {
    press(200, 1000);
    press(200, 1501);
    expect(opened).toEqual([]);
  });

  it('beside every report it opens the row', () => {
    press(20, 1000);
    press(20, 1100);
    expect(opened).toEqual([{ key: 'row', report: null }]);
  });

  it('keys work from the page, but not while a field or a menu has the focus', () => {
    const length = () => {
      const [start, end] = shown?.getState().window ?? [0, 0];
      return end - start;
    };
    const whole = length();
    fireEvent.keyDown(document.body, { key: '+' });
    expect(length()).toBeLessThan(whole);
    fireEvent.keyDown(document.body, { key: '0' });
    expect(length()).toBe(whole);
    const field = document.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(field, { key: '+' });
    fireEvent.keyDown(document.body, { key: '+', ctrlKey: true });
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    fireEvent.keyDown(document.body, { key: '+' });
    expect(length()).toBe(whole);
    for (const one of [field, dialog]) one.remove();
  });

  it('keys do nothing while no timeline is in view', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
      top: 5000,
      bottom: 5040,
    } as DOMRect);
    const before = shown?.getState().window;
    fireEvent.keyDown(document.body, { key: '+' });
    expect(shown?.getState().window).toEqual(before);
  });

  it('[T033] the legend names the six classes', () => {
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'ROUTINE',
      'INCORRECT',
      'SUSPECT',
      'MISSING',
      'NOTE',
      'LIMITED ACCESS',
    ]);
  });
});
