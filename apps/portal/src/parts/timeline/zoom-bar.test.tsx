// The buttons, the pointer and the table of timelines, as a person uses them.
import { hoursOf, type QualityRange } from '@isobar/contract/quality/timeline.ts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Gestures, useTimelineGestures } from './gestures.ts';
import { ReportTable } from './report-table.tsx';
import { type TimelineView, TimelineViewProvider, useTimelineView } from './view.tsx';
import { ZoomBar } from './zoom-bar.tsx';

const hour = (day: string): number => hoursOf(day) ?? 0;
const FULL = [hour('2000-01-01'), hour('2020-01-01')] as const;
const YEARS = FULL[1] - FULL[0];
const pressed = (name: string) => userEvent.click(screen.getByRole('button', { name }));
let view: TimelineView;

const Reached = () => {
  view = useTimelineView();
  return null;
};
const lengthOf = () => view.getState().window[1] - view.getState().window[0];

describe.each([
  ['above a page', false],
  ['above a list', true],
])('the buttons %s', (_, small) => {
  const names = ['Earlier', 'Later', 'Zoom timelines out', 'Zoom timelines all the way out'];
  const disabled = () =>
    names.filter((name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled);
  beforeEach(() => {
    render(
      <TimelineViewProvider full={FULL}>
        <ZoomBar small={small} />
        <Reached />
      </TimelineViewProvider>,
    );
  });

  it('zoom in about the middle, and only then out and to both sides', async () => {
    expect(disabled()).toEqual(names);
    expect(screen.queryByText(/Zoomed/)).toBeNull();
    await pressed('Zoom timelines in');
    expect(disabled()).toEqual([]);
    const [start, end] = view.getState().window;
    expect(start + end).toBeCloseTo(FULL[0] + FULL[1]);
    expect(lengthOf()).toBeCloseTo(0.625 * YEARS);
    await pressed('Zoom timelines out');
    expect(view.getState().window).toEqual([...FULL]);
    expect(disabled()).toEqual(names);
  });

  it('the buttons of the zoom bar move to earlier and later times and back to all, and state the days of the window', async () => {
    const days = () => screen.getByText(/Zoomed/).parentElement?.textContent;
    view.getState().show([hour('2010-01-01'), hour('2010-12-31')]);
    expect(await screen.findByText(/Zoomed/)).toBeTruthy();
    expect(days()).toBe('Zoomed: 2010-01-01 to 2010-12-31');
    const [start] = view.getState().window;
    await pressed('Earlier');
    expect(view.getState().window[0]).toBeLessThan(start);
    await pressed('Later');
    expect(view.getState().window[0]).toBeCloseTo(start);
    await pressed('Later');
    expect(view.getState().window[0]).toBeGreaterThan(start);
    await pressed('Zoom timelines all the way out');
    expect(view.getState().window).toEqual([...FULL]);
    expect(screen.queryByText(/Zoomed/)).toBeNull();
    view.getState().show([FULL[0], hour('2001-01-01')]);
    expect(await screen.findByText(/Zoomed/)).toBeTruthy();
    expect(disabled()).toEqual([]);
  });

  it('the buttons of the zoom bar state which reports show, for those who hear them', async () => {
    expect(screen.getByText('Reports of 21 days or longer at this zoom')).toBeTruthy();
    view.getState().setOptions({ byZoom: false, resolution: 7, shown: true });
    expect(await screen.findByText('Reports of 7 days or longer')).toBeTruthy();
  });
});

const onClick = vi.fn();
function Sample(gestures: Partial<Gestures>) {
  const host = useRef<HTMLDivElement>(null);
  useTimelineGestures(host, { rangesOf: () => [], onClick, ...gestures });
  return (
    <div ref={host}>
      <div data-timeline="row" data-testid="row" />
      <p data-testid="beside">beside</p>
    </div>
  );
}

describe('the pointer on a timeline', () => {
  const WIDTH = 400;
  const show = (gestures: Partial<Gestures> = {}) =>
    render(
      <TimelineViewProvider full={FULL}>
        <Sample {...gestures} />
        <Reached />
      </TimelineViewProvider>,
    );
  beforeEach(() => {
    onClick.mockClear();
    const box = { left: 0, width: WIDTH, top: 0, bottom: 40, height: 40 };
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect);
    vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) => {
      act(0);
      return 1;
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  /** Whether the page is kept from scrolling. */
  const wheel = (where: string, init: WheelEventInit) =>
    !fireEvent.wheel(screen.getByTestId(where), { cancelable: true, clientX: 100, ...init });
  const pointer = (type: string, clientX: number, button = 0) =>
    fireEvent(
      screen.getByTestId('row'),
      new MouseEvent(type, { bubbles: true, clientX, clientY: 30, button }),
    );

  it('the pointer on a timeline zooms by the wheel with Ctrl or Shift, about the time under it, and scrolls the page without', () => {
    show();
    expect(wheel('row', { deltaY: -100 })).toBe(false);
    expect(wheel('beside', { deltaY: -100, ctrlKey: true })).toBe(false);
    expect(view.getState().window).toEqual([...FULL]);
    expect(wheel('row', { deltaY: -100, ctrlKey: true })).toBe(true);
    const [start] = view.getState().window;
    expect(lengthOf()).toBeCloseTo(0.8 * YEARS);
    expect(start + lengthOf() / 4).toBeCloseTo(FULL[0] + YEARS / 4);
    expect(wheel('row', { deltaX: 100, shiftKey: true })).toBe(true);
    expect(lengthOf()).toBeCloseTo(YEARS);
  });

  it('the pointer on a timeline zooms by the wheel alone where the timeline is all that is there', () => {
    show({ plainWheel: true });
    expect(wheel('row', { deltaY: -100 })).toBe(true);
    expect(lengthOf()).toBeLessThan(YEARS);
  });

  it('the pointer on a timeline drags the window, and a drag is no click', () => {
    show();
    view.getState().show([hour('2010-01-01'), hour('2012-01-01')]);
    const [start] = view.getState().window;
    const length = lengthOf();
    pointer('pointerdown', 200);
    pointer('pointermove', 100);
    expect(view.getState().window[0]).toBeCloseTo(start + length / 4);
    pointer('pointermove', 99); // once it moves, each pixel counts
    expect(view.getState().window[0]).toBeCloseTo(start + (length * 101) / WIDTH);
    pointer('pointerup', 99);
    expect(onClick).not.toHaveBeenCalled();
    pointer('pointermove', 300);
    expect(view.getState().window[0]).toBeCloseTo(start + (length * 101) / WIDTH);
  });

  it('the pointer on a timeline takes a press that trembles for a click, and another button for none', () => {
    show();
    view.getState().show([hour('2010-01-01'), hour('2012-01-01')]);
    const before = view.getState().window;
    pointer('pointerdown', 200);
    pointer('pointermove', 202);
    pointer('pointerup', 202);
    expect(onClick.mock.calls).toEqual([[{ key: 'row', report: null }]]);
    pointer('pointerdown', 200, 2);
    pointer('pointermove', 100, 2);
    pointer('pointerup', 100, 2);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(view.getState().window).toEqual(before);
  });

  it('the pointer on a timeline finds ticks of hidden reports in the upper part, drawn ones below, each where the other has none', () => {
    const report = (reportId: string, from: string, to: string): QualityRange => ({
      ...{ name: 'suspect', code: 3, reportId, start: hour(from), end: hour(to) },
    });
    const long = report('long', '2005-01-01', '2015-01-01');
    const short = report('short', '2010-01-01', '2010-01-02');
    show({ rangesOf: () => [long, short] });
    const at = (day: string, clientY: number) => {
      const init = { bubbles: true, clientY, clientX: ((hour(day) - FULL[0]) / YEARS) * WIDTH };
      for (const type of ['pointerdown', 'pointerup'])
        fireEvent(screen.getByTestId('row'), new MouseEvent(type, init));
      return onClick.mock.lastCall?.[0].report?.reportId;
    };
    expect(at('2010-01-01', 5)).toBe('short');
    expect(at('2010-01-01', 30)).toBe('long');
    expect(at('2007-01-01', 5)).toBe('long');
    expect(at('2002-01-01', 30)).toBeUndefined();
  });

  it('the pointer on a timeline is left alone once the timeline is gone', () => {
    const { unmount } = show();
    const row = screen.getByTestId('row');
    unmount();
    fireEvent.wheel(row, { ctrlKey: true, deltaY: -1 });
    fireEvent(window, new MouseEvent('pointerup', { bubbles: true }));
    expect(onClick).not.toHaveBeenCalled();
    expect(view.getState().window).toEqual([...FULL]);
  });
});

describe('the reports of a timeline as a table', () => {
  const report = (n: number, more: Partial<QualityRange> = {}): QualityRange => ({
    ...{ name: 'suspect', code: 3, reportId: `D${n}`, start: n * 24, end: (n + 1) * 24 },
    ...more,
  });
  const cells = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
  const show = (ranges: readonly QualityRange[], onOpen = vi.fn()) => {
    const facts = (range: QualityRange) =>
      range.reportId === 'D1'
        ? { subject: 'Blocked', variables: ['temp', 'rh'], start: 90_000, end: Infinity }
        : null;
    render(<ReportTable caption="Reports" ranges={ranges} factsOf={facts} onOpen={onOpen} />);
    return onOpen;
  };

  it('the reports of a timeline as a table have the latest first, with what is known of each, and periods without a report by their kind', () => {
    const gap = report(3, { reportId: '0', name: 'missing', code: -1 });
    show([report(0), report(1), report(2, { reportId: '' }), gap]);
    const days = (n: number) => [`1970-01-0${n + 1}`, `1970-01-0${n + 1}`];
    const rows = cells();
    expect(rows.map(([name]) => name)).toEqual(['Gap', 'Period', 'D1', 'D0']);
    expect(rows[2]?.slice(1)).toEqual([...days(1), 'Data suspect', 'Blocked', 'temp rh']);
    expect(rows[3]?.slice(1)).toEqual([...days(0), 'Data suspect', '', '']);
    expect(screen.queryByText(/latest of/)).toBeNull();
  });

  it('the reports of a timeline as a table are two hundred at most, with the number of all, and open by their names', async () => {
    const onOpen = show(Array.from({ length: 201 }, (_, n) => report(n)));
    expect(cells()).toHaveLength(200);
    expect(screen.getByText('The 200 latest of 201 reports.')).toBeTruthy();
    expect(screen.queryByText('D0')).toBeNull();
    await pressed('D200');
    expect(onOpen.mock.calls).toEqual([[report(200)]]);
  });
});
