// One Chromium for all files of a test process, one after the other: starting it costs as much as
// three flows. Each file opens windows of its own.
import type { Browser } from 'playwright-core';
import { launch } from './launch.ts';

let running: Browser | undefined;

/** The process's Chromium; a new one if the last has crashed. */
export async function oneBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launch();
  return running;
}

/** At the end of a file: windows that were left open would go on asking servers that are gone. */
export async function closeWindows(): Promise<void> {
  for (const context of running?.contexts() ?? []) await context.close();
}
