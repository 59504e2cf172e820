// Every screen as an operator with an order and a full cart sees it, in a wide window, between that
// and a phone, on a phone upright and as narrow as it may be: axe, sideways scroll, layout and
// complaints. ISOBAR_SHOTS=folder keeps a picture of each, to look at.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seenIn } from './browser.ts';
import { layoutFaults } from './layout.ts';
import { chosen, faultsOf, nameOf, type Operator, operator, shot } from './screen-round.ts';

/** Between a phone and a wide window: at and beside the breakpoints. */
const MIDDLE = [1280, 1180, 1024, 992, 900, 768, 640, 576] as const;
/**
 * Tabs that differ only in their content: colours are checked on one of them, the layout on each.
 */
const TABS = [
  ...['profile', 'search', 'recommendations', 'afc'].map((tab) => `/account/${tab}`),
  ...['approvals', 'queue', 'harvest', 'tables', 'people', 'words', 'log'].map(
    (tab) => `/operate/${tab}`,
  ),
].filter(chosen);

const WIDE = { theme: 'light', width: 1440 } as const;
const DARK = { theme: 'dark', width: 1440 } as const;
const PHONE = { theme: 'dark', width: 375 } as const;
const NARROW = { theme: 'light', width: 320 } as const;

/** Widths of parts of the page that are neither that of the header nor that of reading. */
const otherWidths = (page: Page): Promise<readonly number[]> =>
  page.evaluate((reading) => {
    const widths = [...document.querySelectorAll('#root .page')].map(
      (part) => part.getBoundingClientRect().width,
    );
    const whole = document.querySelector('header .page')?.getBoundingClientRect().width;
    return widths.filter((width) => width !== whole && width !== reading);
  }, READING_PX);
const READING_PX = 896;

let olga: Operator;
/** Each screen is opened once, and looked at while themes and windows change. */
const light: string[] = [];
const dark: string[] = [];
const forced: string[] = [];
const middle: string[] = [];
const phone: string[] = [];
const narrow: string[] = [];
const wide: string[] = [];
let complaints: readonly string[] = [];
beforeAll(async () => {
  olga = await operator();
  complaints = await olga.look(WIDE, [...olga.all, ...TABS], async (page, hash) => {
    const isTab = TABS.includes(hash);
    if (!isTab) light.push(...(await faultsOf(page, hash, WIDE, 'all')));
    wide.push(...(await otherWidths(page)).map((width) => `${hash}: ${width}`));
    if (olga.one.has(hash)) {
      // A theme changes only colours, and one state of each screen shows those; the elements are
      // those that all rules were applied to.
      dark.push(...(await faultsOf(page, hash, DARK, 'colours')));
      forced.push(...(await faultsOf(page, hash, { ...DARK, forced: true }, 'layout')));
    }
    if (olga.one.has(hash) || isTab) {
      await seenIn(page, WIDE);
      for (const width of MIDDLE) {
        await seenIn(page, { width });
        await shot(page, `middle-${width}-${nameOf(hash)}`);
        middle.push(...(await layoutFaults(page)).map((one) => `${hash} at ${width}: ${one}`));
      }
    }
    if (isTab) return;
    const isOne = olga.one.has(hash);
    if (isOne) {
      phone.push(...(await faultsOf(page, hash, PHONE, 'colours')));
      phone.push(...(await faultsOf(page, hash, { ...PHONE, theme: 'light' }, 'all')));
    }
    // No style distinguishes widths below 576 pixels, so elements and colours are those seen at
    // 375; further states of a screen are looked at here only.
    narrow.push(...(await faultsOf(page, hash, NARROW, isOne ? 'layout' : 'all')));
  });
}, 1_800_000);
afterAll(() => olga?.leave());

it.each([
  ['in a wide window, light', light],
  ['in a wide window, dark', dark],
  ['in a wide window, in forced colours', forced],
  ['in both themes at 375 pixels', phone],
  ['at 320 pixels', narrow],
])('every screen is accessible %s', (_, faults) => {
  expect(olga.all.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

it('pages have two widths: that of the window and that of reading', () => {
  expect(wide).toEqual([]);
});

it('[X016] every screen is in order between a phone and a wide window: nothing overlaps or leaves it, the header stays one', () => {
  expect(middle).toEqual([]);
});

it('no screen made the browser complain', () => {
  expect(complaints).toEqual([]);
});
