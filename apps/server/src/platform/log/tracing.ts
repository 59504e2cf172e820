// Traces of requests and jobs, off unless OTEL_EXPORTER_OTLP_ENDPOINT is set: until then nothing of
// OpenTelemetry is loaded, and a call costs one comparison.

import type { SpanOptions, Tracer } from './spans.ts';

let tracer: Tracer | undefined;

/** Undefined: nothing is traced. */
export const tracing = (): Tracer | undefined => tracer;

/**
 * Traces from now on what this thread does, as `name` unless OTEL_SERVICE_NAME gives another one.
 * `on`: whether there is a collector.
 */
export async function startTracing(on: boolean, name: string): Promise<void> {
  if (!on || tracer) return;
  const { openTelemetry } = await import('./open-telemetry.ts');
  tracer = openTelemetry(name);
}

export async function endTracing(): Promise<void> {
  const former = tracer;
  tracer = undefined;
  await former?.close();
}

/** Runs `act` as a span where something is traced. */
export const traced = <T>(name: string, options: SpanOptions, act: () => Promise<T>): Promise<T> =>
  tracer ? tracer.span(name, options, act) : act();
