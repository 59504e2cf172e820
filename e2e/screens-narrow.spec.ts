// Every screen on a phone, upright and as narrow as it may be, dark and light, as an operator sees it: axe, sideways scroll and complaints.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf, type Operator, operator } from './screen-round.ts';

const PHONE = { theme: 'dark', width: 375 } as const;
const NARROW = { theme: 'light', width: 320 } as const;

let olga: Operator;
/** Each screen is opened once, then theme and width change; further states of a screen are looked at in the narrowest width only. */
const phone: string[] = [];
const narrow: string[] = [];
let complaints: readonly string[] = [];
beforeAll(async () => {
  olga = await operator();
  const further = olga.all.filter((hash) => !olga.one.has(hash));
  const screens = await olga.look(PHONE, [...olga.one], async (page, hash) => {
    phone.push(...(await faultsOf(page, hash, PHONE, 'colours')));
    phone.push(...(await faultsOf(page, hash, { ...PHONE, theme: 'light' }, 'all')));
    // No style distinguishes widths below 576 pixels, so the colours are those seen at 375.
    narrow.push(...(await faultsOf(page, hash, NARROW, 'shapes')));
  });
  const states = await olga.look(NARROW, further, async (page, hash) => {
    narrow.push(...(await faultsOf(page, hash, NARROW, 'all')));
  });
  complaints = [...screens, ...states];
}, 1_800_000);
afterAll(() => olga?.leave());

it.each([
  ['in both themes at 375 pixels', phone],
  ['at 320 pixels', narrow],
])('every screen is accessible %s', (_, faults) => {
  expect(olga.all.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

it('no screen made the browser of a phone complain', () => {
  expect(complaints).toEqual([]);
});
