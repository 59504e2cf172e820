// Takes the pictures 'after' of docs/screens.md again from a server over the demo archive:
// `node scripts/pictures.mjs [NAME…]`. ISOBAR_URL: its address. Those with a `file` are in README
// and in the page on data without orders; `order` places an order as `demo`, and waits for it;
// `checkout` fills a cart without signing in.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserPath } from './machine.mjs';
import { root } from './project.mjs';

const URL_OF_SERVER = process.env.ISOBAR_URL ?? 'http://localhost:8080';
/** Pictures of wide windows are scaled to this width. */
const WIDEST = 900;

/**
 * `whole`: all of the page, not only what the wide window shows. `file`: where its only picture is,
 * light unless `theme` says otherwise and unscaled, of a window of `size`. A `path` that is a
 * function may resolve to null: the page is open. `at`: the pointer rests at this share of the plot
 * `of`. `top`: what the picture begins with.
 */
const SCREENS = {
  home: { path: '/' },
  results: {
    path: '/discovery/#/results/site_code::sgp/meas_category_code::atmstate',
  },
  radar: { path: '/discovery/#/quicklooks/bnfkazr2cfrprM1.a1/reflectivity' },
  sondes: { path: '/discovery/#/quicklooks/sgpsondewnpnC1.b1/tdry?date=20190503' },
  day: { path: '/discovery/#/day/sgp/E13?date=20190103' },
  across: { path: '/discovery/#/across/met.b1/temp_mean?date=20190103' },
  datastream: { path: '/datastream/sgpmetE13.b1', whole: true },
  checkout: { path: openCheckout },
  readme: { path: '/discovery/#/results/s::temperature%20sgp%202019', file: 'results.png' },
  look: {
    path: '/discovery/#/look/sgpmetE13.b1/temp_mean?from=2022-02-20T00:00:00Z&to=2022-03-12T00:00:00Z&with=sgpsondewnpnC1.b1,tdry',
    file: 'look.png',
    size: { width: 1440, height: 1120 },
    of: 'svg[role=img][aria-label^="Dry Bulb"]',
    at: [0.47, 0.6],
  },
  days: {
    path: '/discovery/#/days?if=sgpmetE13.b1,temp_mean,mean,above,27&hours=4&months=5,6,7,8&from=2012-01-01&to=2025-12-31',
    file: 'find-days.png',
    size: { width: 1440, height: 1060 },
  },
  quicklooks: {
    path: '/discovery/#/quicklooks/sgpkazrcfrmdqcC1.b1/reflectivity?date=20250615',
    file: 'quicklooks.png',
    theme: 'dark',
    size: { width: 1120, height: 830 },
    top: 'text=/^Available Measurements/',
    of: '[data-curtain] svg[role=img]',
    at: [0.7, 0.7],
  },
  order: { path: placeOrder, file: 'order.png', size: { width: 1440, height: 1060 } },
};
/**
 * Values of files are counted in the background, those of all years of a datastream for minutes.
 */
const COUNTED_MS = 900_000;
const WIDE = { width: 1440, height: 1000 };
const PHONE = { width: 375, height: 812 };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in SCREENS));
if (unknown.length > 0) {
  console.error(
    `No such screen: ${unknown.join(', ')}. There are ${Object.keys(SCREENS).join(', ')}.`,
  );
  process.exit(2);
}
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--font-render-hinting=none'], // words keep their distances in pictures that are scaled
});
try {
  for (const name of asked.length > 0 ? asked : Object.keys(SCREENS)) {
    const { file, size = { width: 1440, height: 900 }, theme = 'light' } = SCREENS[name];
    if (file) await take(name, size, theme);
    else
      for (const viewport of [WIDE, PHONE])
        for (const theme of ['light', 'dark']) await take(name, viewport, theme);
  }
} finally {
  await browser.close();
}

async function take(name, viewport, theme) {
  const {
    path,
    whole = false,
    at,
    of,
    top,
    file = `screens/${name}-after-${viewport.width}-${theme}.webp`,
  } = SCREENS[name];
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const address = typeof path === 'string' ? path : await path(page);
  if (address !== null) await page.goto(URL_OF_SERVER + address);
  await page.waitForLoadState('networkidle');
  await page
    .getByText(/still being read/)
    .first()
    .waitFor({ state: 'hidden', timeout: COUNTED_MS });
  await page.waitForTimeout(2_000); // what is drawn after its data came
  if (top)
    await page
      .locator(top)
      .first()
      .evaluate((element) => element.scrollIntoView());
  if (at) await pointAt(page, of, at);
  const { width } = viewport;
  const height =
    whole && viewport === WIDE
      ? await page.evaluate(() => document.documentElement.scrollHeight)
      : viewport.height;
  const cdp = await context.newCDPSession(page);
  const { data } = await cdp.send('Page.captureScreenshot', {
    ...(file.endsWith('.png') ? { format: 'png' } : { format: 'webp', quality: 80 }),
    captureBeyondViewport: true,
    clip: {
      x: 0,
      y: await page.evaluate(() => scrollY),
      width,
      height,
      scale: file.endsWith('.png') ? 1 : Math.min(1, WIDEST / width),
    },
  });
  writeFileSync(join(root, 'docs/pictures', file), Buffer.from(data, 'base64'));
  await context.close();
  console.log(file);
}

/** Rests the pointer on a plot, so that the cursor and what it reads are in the picture. */
async function pointAt(page, plot, [across, down]) {
  const box = await page.locator(plot).first().boundingBox();
  if (!box) throw new Error('There is no plot to point at.');
  await page.mouse.move(box.x + box.width * across, box.y + box.height * down, { steps: 5 });
  await page.waitForTimeout(2_000);
}

/**
 * Orders two weeks of two stations as `demo`; resolves to the address of its page, once it is
 * delivered, citable and compared with the archive.
 */
async function placeOrder(page) {
  const call = async (path, body) => {
    const headers = { origin: new URL(URL_OF_SERVER).origin };
    const reply = body
      ? await page.request.post(URL_OF_SERVER + path, { headers, data: body })
      : await page.request.get(URL_OF_SERVER + path);
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
    return reply.json();
  };
  await page.goto(`${URL_OF_SERVER}/discovery/#/account/order`);
  await page.getByLabel(/^User name/).fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('isobar-demo');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your Orders' }).waitFor();
  const dates = [{ startDate: '2021-06-01', endDate: '2021-06-14' }];
  const selectedDatastreams = [
    { datastream: 'sgpmetE13.b1', dates, variables: ['temp_mean', 'rh_mean', 'atmos_pressure'] },
    { datastream: 'nsametC1.b1', dates, variables: ['temp_mean', 'rh_mean'] },
  ];
  const selectedData = { selectedDatastreams, outputFormat: ['ANDR'] };
  const { orderId } = await call('/services/order/orders/create', { selectedData });
  const isComplete = async () =>
    (await call(`/services/order/status/${orderId}`)).curStep === 'complete';
  const isCompared = async () => {
    const reply = await page.request.get(`${URL_OF_SERVER}/order/${orderId}`);
    return !(await reply.text()).includes('not yet been compared');
  };
  await until(isComplete, `Order ${orderId} is complete`);
  await call(`/services/order/orders/cite?orderId=${orderId}`, {});
  await until(isCompared, `Order ${orderId} is compared with the archive`);
  return `/order/${orderId}`;
}

/** Asks twice a second; throws after two minutes. */
async function until(check, what) {
  for (let i = 0; i < 240; i++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${what}: not within two minutes.`);
}

/**
 * Fills a cart with four weeks of a station, part of them incorrect, and opens its checkout at the
 * edge of a report.
 */
async function openCheckout(page) {
  await page.goto(`${URL_OF_SERVER}/discovery/#/results/ffac::sgp.E13/instrument_class_code::met`);
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  // the message that it is in the cart
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  await page.getByRole('link', { name: /^CART 1 item/ }).click();
  for (const [label, text] of [
    [/^Start date of Surface/, '2017-02-15 00:00:00'],
    [/^End date of Surface/, '2017-03-15 23:59:59'],
  ]) {
    await page.getByRole('textbox', { name: label }).fill(text);
    await page.getByRole('textbox', { name: label }).press('Enter');
  }
  await page.getByText('29 files').first().waitFor();
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Data Selection Summary' });
  await dialog.getByRole('checkbox', { name: 'Incorrect' }).check();
  await dialog
    .locator('details', { hasText: 'First hours as plot and table' })
    .last()
    .evaluate((fold) => {
      fold.open = true;
    });
  await dialog.getByRole('heading', { name: 'Samples kept' }).waitFor({ timeout: COUNTED_MS });
  await dialog.getByText('Edge of a report', { exact: true }).click();
  await dialog.getByText('Ready in about').waitFor();
  await dialog.evaluate((element) => {
    for (const part of [element, ...element.querySelectorAll('*')]) part.scrollTop = 0;
  });
  return null;
}
