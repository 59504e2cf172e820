// The location search in a real browser: an area drawn on the live map against geometry computed
// here, markers, keyboard, no WebGL.
import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, pictured, seenIn, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';
import { launch } from './launch.ts';
import {
  button,
  canvas,
  facilities,
  openMap,
  type Place,
  pixelOf,
  shapeIn,
  startDrawing,
  surrounds,
} from './map.ts';

const demo = sharedDemo();

/** India and the seas around it: no ship or aircraft of the demo archive goes there. */
const AREA: readonly Place[] = [
  [65, 35],
  [62, -8],
  [90, -5],
  [95, 33],
];

/** A guard against hanging, not a claim about speed. */
const PATIENT = { timeout: 60_000 };

it('[L017] [L018] [L019] an area drawn with the mouse selects the facilities inside, and is passed to the data search', async () => {
  const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
  await pictured(page, 'location-area', async () => {
    await openMap(demo.server, page);
    const before = await facilities(demo.server);
    await startDrawing(page);
    for (const corner of AREA) {
      const { x, y } = await pixelOf(page, corner);
      await page.mouse.move(x, y, { steps: 3 });
      await page.mouse.click(x, y, { delay: 30 });
    }
    await page.getByText('4 corners').waitFor();
    await button(page, 'Finish').click();
    await page.getByRole('link', { name: 'Search data in this area' }).waitFor();
    const drawn = shapeIn(page);
    expect(drawn).toHaveLength(4);
    for (const corner of AREA)
      expect(
        drawn.some(([lon, lat]) => Math.abs(lon - corner[0]) < 1 && Math.abs(lat - corner[1]) < 1),
      ).toBe(true);
    const within = before.filter(({ at }) => surrounds(drawn, at)).map(({ ffac }) => ffac);
    expect(within.length).toBeGreaterThan(1);
    const sites = new Set(within.map((ffac) => ffac.split('.')[0])).size;
    await page.getByText(`Viewing ${sites} sites and ${within.length} facilities`).waitFor();
    expect(await page.getByRole('checkbox', { name: 'View All' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Search data in this area' }).click();
    await page.getByRole('button', { name: "Don't show me this again" }).click();
    await page
      .getByRole('region', { name: 'Applied filters' })
      .getByText('polygon of 4 corners')
      .waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
    await page.goBack();
    await button(page, 'Reset').click();
    await page.getByText('Viewing All Locations').waitFor();
    expect(shapeIn(page)).toHaveLength(1);
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it('[L008] [L009] [L010] a marker tells its facility, and a click zooms to it, marks its timeline item and leads to its data', async () => {
  const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
  await pictured(page, 'location-marker', async () => {
    const alone = (await facilities(demo.server)).find(({ ffac }) => ffac === 'pgh.M1');
    if (!alone) throw new Error('the demo archive has lost pgh.M1');
    await openMap(demo.server, page);
    await canvas(page).waitFor();
    const spot = await pixelOf(page, alone.at);
    await expect
      .poll(async () => {
        await page.mouse.move(spot.x + 40, spot.y + 40);
        await page.mouse.move(spot.x, spot.y);
        return await page.getByRole('tooltip').allTextContents();
      }, PATIENT)
      .toEqual([expect.stringMatching(/^pgh\.M1 /)]);
    expect(await button(page, 'Reset').isDisabled()).toBe(true);
    await page.mouse.click(spot.x, spot.y);
    const panel = page.getByRole('complementary');
    await panel.getByText('pgh.M1').waitFor();
    await page.locator('[aria-current="true"]', { hasText: 'M1' }).waitFor();
    expect(await panel.getByRole('link', { name: 'Get Data' }).getAttribute('href')).toBe(
      '#/results/ffac::pgh.M1',
    );
    await expect.poll(() => button(page, 'Reset').isDisabled(), PATIENT).toBe(false);
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it('[L003] [L020] [L021] the keyboard alone draws an area, opens a facility and resets', async () => {
  const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
  await pictured(page, 'location-keyboard', async () => {
    await openMap(demo.server, page);
    await startDrawing(page, (draw) => draw.press('Enter'));
    for (const keys of [['ArrowUp'], ['ArrowRight', 'ArrowRight'], ['ArrowDown', 'ArrowDown']]) {
      for (const key of keys) {
        await page.keyboard.press(key);
        await page.waitForTimeout(500); // the map comes to rest between two keys
      }
      await page.keyboard.press('Enter');
    }
    await page.getByText('3 corners').waitFor();
    await page.keyboard.press('f');
    await page.getByText(/^Viewing \d+ sites? and \d+ facilit/).waitFor();
    expect(shapeIn(page)).toHaveLength(3);
    await button(page, 'Reset').press('Enter');
    await page.getByText('Viewing All Locations').waitFor();
    await expect.poll(() => button(page, 'Reset').isDisabled(), PATIENT).toBe(true);
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([
  [1440, 'light', 'colours'],
  [375, 'dark', 'all'],
] as const)(
  'location search is accessible in both themes from %i pixels on',
  async (width, theme, rules) => {
    const { page, context, complaints } = await visitor(demo.browser, { width, theme });
    await pictured(page, `location-${width}-${theme}`, async () => {
      await openMap(demo.server, page, '?facility=sgp.C1');
      await page
        .getByRole('complementary')
        .getByText(/data products? in/)
        .waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await seenIn(page, width === 375 ? { width: 320, theme: 'light' } : { theme: 'dark' });
      await expectAccessible(page, rules);
      await expectNoSidewaysScroll(page);
    });
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it('without WebGL a list has the same powers', async () => {
  const plain = await launch('--disable-3d-apis');
  const { page, context, complaints } = await visitor(plain);
  await pictured(page, 'location-list', async () => {
    await openMap(demo.server, page);
    await page.getByText('This browser cannot draw the map').waitFor();
    await button(page, 'Draw Polygon').click();
    const dialog = page.getByRole('dialog');
    for (const [i, [lon, lat]] of [...AREA.entries()].slice(0, 3)) {
      await dialog.getByLabel(`Latitude of corner ${i + 1}`).fill(String(lat));
      await dialog.getByLabel(`Longitude of corner ${i + 1}`).fill(String(lon));
    }
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Show the area' }).click();
    const all = await facilities(demo.server);
    const within = all.filter(({ at }) => surrounds(AREA.slice(0, 3), at));
    const list = page.getByRole('region', { name: 'List of facilities' });
    await expect.poll(() => list.getByRole('row').count(), PATIENT).toBe(within.length + 1);
    await list.getByRole('button').first().click();
    await page.getByRole('complementary').getByRole('link', { name: 'Get Data' }).waitFor();
    await expectAccessible(page);
  });
  expect(complaints).toEqual([]);
  await context.close();
  await plain.close();
});
