// The demo archive, prepared once for all flows: the first start of a home costs what a hundred later ones cost.
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { isobar } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A home whose demo archive is prepared and that no server uses. */
    demoHome: string;
  }
}

let home = '';

export async function setup(project: TestProject): Promise<void> {
  const prepared = process.env.ISOBAR_DEMO_HOME; // of an earlier run; only ever copied
  if (prepared) return project.provide('demoHome', prepared);
  const server = await isobar();
  home = server.home;
  await server.stop();
  project.provide('demoHome', home);
}

export function teardown(): void {
  if (home !== '') rmSync(home, { recursive: true, force: true });
}
