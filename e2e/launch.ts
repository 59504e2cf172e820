// Starts the browser that flows and benches look through.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const BROWSERS = [
  process.env.ISOBAR_BROWSER ?? '',
  // Chromium without its own windows and menus, which take an eighth of the time
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const FLAGS = [
  '--font-render-hinting=none', // letters as wide in the headless shell as in visible windows
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The system's browser; undefined: there is none. */
export const browserPath = (): string | undefined =>
  BROWSERS.find((path) => path !== '' && existsSync(path));

/** The system's browser, else the one that playwright installed; `more`: further flags. */
export function launch(...more: readonly string[]): Promise<Browser> {
  const executablePath = browserPath();
  return chromium.launch({
    headless: true,
    args: [...FLAGS, ...more],
    ...(executablePath ? { executablePath } : {}),
  });
}
