// What a script gets of an understood search: the copied curl and Python, run as they are, find
// what the screen found.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pictured, returning } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';
import { root } from './server.ts';

const run = promisify(execFile);
const PROGRAMS = join(root, 'node_modules/.cache/python-programs');

const demo = sharedDemo();

const SEARCHES = [
  'SGP temprature 2019',
  'winter 2021 radar reflectivity b1',
  'MOSAiC lidar',
  '3 Jan 2019 sonde Barrow',
  'aerosol at ENA since 2020',
  'first week of July 2015 rain',
  'PWV Azores',
  "percipitation in Oklahoma, summer 2015, 'quoted'",
  '"dew point" sgp',
  'celiometer or "cloud base" b1',
  'temperature blorfexing',
  'lightning',
];

type Found = { readonly count: number; readonly first: readonly string[] };
/** Searches by the box: how many are found, and the datastreams of the first rows. */
async function onScreen(page: Page, text: string): Promise<Found> {
  const box = page.getByRole('combobox', { name: 'Search the catalogue' });
  await box.fill(text);
  await page.keyboard.press('Enter');
  const heading = page.getByText(/^Search Results - Showing \d+-\d+ of \d+/);
  await heading.waitFor();
  await page.waitForLoadState('networkidle');
  const count = /of ([\d,]+)/.exec((await heading.textContent()) ?? '')?.[1] ?? '';
  return {
    count: Number(count.replace(',', '')),
    first: (await page.getByRole('rowheader').allTextContents()).slice(0, FIRST),
  };
}

const FIRST = 5;

/** What an entry of the menu puts into the clipboard. */
async function copied(page: Page, entry: string, told: string): Promise<string> {
  await page.getByRole('button', { name: 'Share or download these results' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.getByText(told).waitFor();
  return await page.evaluate(() => navigator.clipboard.readText());
}

it.each(SEARCHES)(
  'the copied code of an understood search finds what the screen finds: %s',
  async (text) => {
    const { page, context } = await returning(demo.browser, demo.server, '#/results/');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await pictured(page, 'words-copied', async () => {
      const seen = await onScreen(page, text);
      const curl = await copied(page, 'Copy as curl', 'Shell script copied');
      const python = await copied(page, 'Copy as Python', 'Python script copied');
      // What follows the list fetches files, of whole years for some of these searches.
      const [ofCurl] = await listOf('sh', curl.replace(/\nds=[\s\S]*$/, ''));
      const [ofPython, warned] = await listOf('python3', python.replace(/\nfiles =[\s\S]*$/, ''));
      expect(ofCurl).toHaveLength(Math.min(seen.count, ROWS));
      expect(seen.first).toEqual(
        ofCurl.slice(0, FIRST).map((stream) => expect.stringContaining(stream)),
      );
      expect(ofPython.map((line) => line.split(' ')[0])).toEqual(ofCurl);
      expect(warned).not.toContain('Error');
    });
    await context.close();
  },
);

const ROWS = 20;

/** The lines that a script prints, and what it says besides. */
async function listOf(program: string, code: string): Promise<readonly [string[], string]> {
  const cwd = mkdtempSync(join(tmpdir(), 'isobar-copied-'));
  const env = {
    ...process.env,
    PYTHONPATH: [join(root, 'clients/python/src'), join(PROGRAMS, 'code')].join(':'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { stdout, stderr } = await run(program, ['-c', code], { cwd, env });
  rmSync(cwd, { recursive: true });
  return [stdout.split('\n').filter(Boolean), stderr];
}
