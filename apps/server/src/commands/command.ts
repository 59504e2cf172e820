// What a command of the operator is, and what most of them start with.
import type { ParseArgsConfig } from 'node:util';
import type { Adapters } from '../main.ts';
import { type Configuration, namedFor, readConfiguration } from '../platform/config/config.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { endTracing, startTracing } from '../platform/log/tracing.ts';

export interface Command {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Resolves the exit code. A Problem that it throws is shown to the operator in one line. */
  readonly run: (input: CommandInput) => Promise<number>;
}

export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

export interface Opened {
  readonly configuration: Configuration;
  readonly log: Log;
  readonly adapters: Adapters;
}

/**
 * Opens the adapters that the environment names, lets `act` work with it and closes it again. `as`:
 * its name in traces.
 */
export async function withAdapters<T>(
  act: (opened: Opened) => Promise<T>,
  change: (configuration: Configuration) => Configuration = (same) => same,
  as = 'isobar',
): Promise<T> {
  const configuration = change(readConfiguration());
  const log = createLog(configuration.logLevel);
  await startTracing(configuration.traces, as);
  const { openAdapters } = await import('../main.ts');
  const adapters = await openAdapters(configuration, log);
  try {
    const named = namedFor(configuration, adapters.archive.simulated);
    return await act({ configuration: named, log, adapters });
  } finally {
    await adapters.close();
    await endTracing();
  }
}

/** The text of an option, or undefined. */
export const text = (input: CommandInput, name: string): string | undefined => {
  const value = input.values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Resolves at the first SIGINT or SIGTERM. */
export const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
