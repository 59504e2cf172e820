// Takes the pictures 'after' of docs/screens.md again from a server over the demo archive: `node scripts/pictures.mjs [NAME…]`.
// ISOBAR_URL: its address. `readme` is the first picture of README. The checkout needs a filled cart and is taken manually, as are the others of README.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserPath } from './machine.mjs';
import { root } from './project.mjs';

const URL_OF_SERVER = process.env.ISOBAR_URL ?? 'http://localhost:8080';
/** Pictures of wide windows are scaled to this width. */
const WIDEST = 900;

/** `whole`: all of the page, not only what the wide window shows. `file`: where its only picture is, light and unscaled. */
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
  readme: { path: '/discovery/#/results/s::temperature%20sgp%202019', file: 'results.png' },
};
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
const browser = await chromium.launch({ executablePath: browserPath() });
try {
  for (const name of asked.length > 0 ? asked : Object.keys(SCREENS)) {
    if (SCREENS[name].file) await take(name, { width: 1440, height: 900 }, 'light');
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
    file = `screens/${name}-after-${viewport.width}-${theme}.webp`,
  } = SCREENS[name];
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(URL_OF_SERVER + path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2_000); // what is drawn after its data came
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
      y: 0,
      width,
      height,
      scale: file.endsWith('.png') ? 1 : Math.min(1, WIDEST / width),
    },
  });
  writeFileSync(join(root, 'docs/pictures', file), Buffer.from(data, 'base64'));
  await context.close();
  console.log(file);
}
