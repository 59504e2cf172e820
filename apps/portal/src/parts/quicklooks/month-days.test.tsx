// Which days of a month are fetched when, and the axes that they share.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { emptyLineDay } from '@isobar/contract/quicklooks/day.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { useInView, useMonthDays, useSharedAxes } from './month-days.ts';

servedPortal();

const plotOf = (n: number) => ({
  ...{ dated: `2019010${n}`, vn: 'temp' },
  url: `http://localhost/services/quicklooks/plots/a.b1/temp/2019010${n}.svg`,
});
const PLOTS = [1, 2, 3].map(plotOf);
const dayOf = (low: number, high: number, code?: number): DayAnswer => ({
  ...{ longName: 'Temperature', units: 'degC', step: 60, every: 1 },
  samples: { ...emptyLineDay(), low: [low], high: [high] },
  reports: code === undefined ? [] : [{ id: 'D1', code, from: 0, to: 9 }],
});

let asked: string[];
let release: () => void;
let isThere: (day: string) => boolean;
/** Elements that are watched, and what tells their observers that they are in view. */
let watched: Map<Element, (isIntersecting: boolean) => void>;
beforeEach(() => {
  asked = [];
  isThere = () => true;
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  watched = new Map();
  server.use(
    http.get('*/days/a.b1/temp/*', async ({ request }) => {
      const day = /(\d{8})\.json/.exec(request.url)?.[1] ?? '';
      asked.push(day);
      await promise;
      return isThere(day) ? HttpResponse.json(dayOf(0, 1)) : new HttpResponse('', { status: 404 });
    }),
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #told: (entries: readonly { isIntersecting: boolean }[]) => void;
      readonly #of: Element[] = [];
      constructor(told: (entries: readonly { isIntersecting: boolean }[]) => void) {
        this.#told = told;
      }
      observe(element: Element) {
        this.#of.push(element);
        watched.set(element, (isIntersecting) => this.#told([{ isIntersecting }]));
      }
      disconnect() {
        for (const element of this.#of) watched.delete(element);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function month(all = false, ready = false) {
  const client = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook((isReady: boolean) => useMonthDays(PLOTS, all, isReady), {
    ...{ wrapper, initialProps: ready },
  });
}

it('days that are in view are fetched first, and the others once those have arrived', async () => {
  const { result } = month();
  expect(asked).toEqual([]);
  act(() => result.current.see('20190102'));
  await waitFor(() => expect(asked).toEqual(['20190102']));
  expect(result.current.days.map(({ day }) => day)).toEqual([undefined, undefined, undefined]);
  isThere = (day) => day !== '20190103';
  release();
  await waitFor(() => expect(asked.toSorted()).toContain('20190103'));
  await waitFor(() => expect(result.current.days.map(({ failed }) => failed)[2]).toBe(true));
  const [first, second, third] = result.current.days;
  expect([first?.failed, second?.failed]).toEqual([false, false]);
  expect(second?.day?.longName).toBe('Temperature');
  expect([third?.day, third?.plot]).toEqual([undefined, PLOTS[2]]);
  expect(new Set(asked).size).toBe(3);
});

it('all days are fetched at once where all are wanted, once what is above them is there, or where nothing tells what is in view', async () => {
  const days = PLOTS.map(({ dated }) => dated);
  const whole = month(true);
  await waitFor(() => expect(asked.toSorted()).toEqual(days));
  whole.unmount();
  asked = [];
  const later = month(false, false);
  expect(asked).toEqual([]);
  later.rerender(true);
  await waitFor(() => expect(asked.toSorted()).toEqual(days));
  later.unmount();
  asked = [];
  vi.stubGlobal('IntersectionObserver', undefined);
  month();
  await waitFor(() => expect(asked.toSorted()).toEqual(days));
});

const Seen = ({ onSeen }: { readonly onSeen: () => void }) => <p ref={useInView(onSeen)}>a plot</p>;

it('an element calls back when it comes into view, once', () => {
  const onSeen = vi.fn();
  const { container, unmount } = render(<Seen onSeen={onSeen} />);
  const element = container.querySelector('p') as Element;
  watched.get(element)?.(false);
  expect(onSeen).not.toHaveBeenCalled();
  watched.get(element)?.(true);
  expect(onSeen).toHaveBeenCalledTimes(1);
  expect(watched.has(element)).toBe(false);
  unmount();
  const again = render(<Seen onSeen={onSeen} />);
  expect(watched.size).toBe(1);
  again.unmount();
  expect(watched.size).toBe(0);
});

it('days share one pair of axes, which days of incorrect data do not stretch unless there are no others', () => {
  const rangeOf = (...days: readonly (DayAnswer | undefined)[]) => {
    const all = days.map((day, i) => ({ plot: plotOf(i), day, failed: false }));
    const { result } = renderHook(() => useSharedAxes(all, true));
    const { low, high } = result.current?.values ?? { low: Number.NaN, high: Number.NaN };
    return [low, high].map((value) => Math.round(value * 100) / 100);
  };
  expect(rangeOf(dayOf(0, 10), undefined, dayOf(-10, 5))).toEqual([-11.2, 11.2]);
  expect(rangeOf(dayOf(0, 10), dayOf(-10, 999, 4))).toEqual([-0.6, 10.6]);
  expect(rangeOf(dayOf(0, 10), dayOf(-10, 10, 3))).toEqual([-11.2, 11.2]);
  expect(rangeOf(dayOf(0, 10, 4), dayOf(-10, 10, 4))).toEqual([-11.2, 11.2]);
  expect(rangeOf(undefined)).toEqual([Number.NaN, Number.NaN]);
});

it('axes are the same object while none of their ends moves, and there are none where none are wanted', () => {
  const all = (high: number) => [{ plot: plotOf(1), day: dayOf(0, high), failed: false }];
  const { result, rerender } = renderHook(({ high, wanted }) => useSharedAxes(all(high), wanted), {
    initialProps: { high: 10, wanted: true },
  });
  const first = result.current;
  rerender({ high: 10, wanted: true });
  expect(result.current).toBe(first);
  rerender({ high: 20, wanted: true });
  expect(result.current).not.toEqual(first);
  rerender({ high: 20, wanted: false });
  expect(result.current).toBeNull();
});
