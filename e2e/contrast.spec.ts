// What keeps axe from measuring the same look twice must not keep it from measuring another.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, visitor } from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';

let page: Page;
beforeAll(async () => {
  ({ page } = await visitor(await oneBrowser()));
  await expectColours('<p style="color: #595959">Passes on white, and is known from now on.</p>');
});
afterAll(closeWindows);

const found = async (body: string): Promise<string> => {
  const failed = await expectColours(body).then(
    () => undefined,
    (error: { actual?: unknown }) => error.actual,
  );
  return String(failed ?? 'nothing');
};
async function expectColours(body: string): Promise<void> {
  await page.setContent(`<html lang="en"><title>Looks</title><body>${body}</body></html>`);
  await expectAccessible(page, 'colours');
}

it.each([
  ['the same look', '<p style="color: #595959">Again</p>', 'nothing'],
  [
    'a darker ground',
    '<div style="background: #888"><p style="color: #595959">Some words</p></div>',
  ],
  [
    'a ground that shines through',
    '<div style="background: rgb(0 0 0 / 40%)"><p style="color: #595959">Some words</p></div>',
  ],
  ['fainter letters', '<div style="opacity: 0.5"><p style="color: #595959">Some words</p></div>'],
  ['other letters', '<p style="color: #888">Some words</p>'],
  [
    'the same letters, floating over something else',
    '<div style="background: #777; height: 9em"></div><p style="color: #595959; position: absolute; top: 2em">Some words</p>',
  ],
  [
    'letters in a field',
    '<input aria-label="x" value="Some words" style="color: #999; background: #fff">',
  ],
  [
    'one of many',
    `${'<p style="color: #111">Some words</p>'.repeat(300)}<p style="color: #888">Some words</p>`,
  ],
])('%s', async (_, body, wanted?: string) => {
  expect(await found(body)).toMatch(wanted ?? /^color-contrast: /);
});

it('colours that were too weak once are found again', async () => {
  const weak = '<p style="color: #a0a0a0">Some words</p>';
  expect([await found(weak), await found(weak)]).toEqual([
    'color-contrast: p',
    'color-contrast: p',
  ]);
});

it('targets that are too small or too close are found in a narrow window, where only the layout is looked at', async () => {
  const near = '<button style="all: unset; width: 9px; height: 9px" aria-label="x"></button>';
  await page.setContent(`<html lang="en"><title>Looks</title><main>${near}${near}</main></html>`);
  await expect(expectAccessible(page, 'layout')).rejects.toMatchObject({
    actual: [expect.stringMatching(/^target-size: /)],
  });
});
