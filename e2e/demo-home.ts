// The demo archive, prepared once for all flows: the first start of a home costs what a hundred
// later ones cost. One server over it is shared by the flows that change nothing.
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { type Isobar, isobar, NO_ORDERS } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A home whose demo archive is prepared and that no server uses. */
    demoHome: string;
    /** Origin of the server that is shared, without a slash at the end. */
    sharedUrl: string;
  }
}

/** Several files ask more in a minute than a person may. */
const SHARED = { ...NO_ORDERS, ISOBAR_RATE: '1000000' };

let home = '';
let shared: Isobar | undefined;

export async function setup(project: TestProject): Promise<void> {
  // of an earlier run; only ever copied
  const prepared = process.env.ISOBAR_DEMO_HOME ?? (await prepare());
  shared = await isobar(SHARED, async () => {}, prepared);
  project.provide('demoHome', prepared);
  project.provide('sharedUrl', shared.url);
}

export async function teardown(): Promise<void> {
  await shared?.remove();
  if (home !== '') rmSync(home, { recursive: true, force: true });
}

async function prepare(): Promise<string> {
  const server = await isobar();
  home = server.home;
  await server.stop();
  return home;
}
