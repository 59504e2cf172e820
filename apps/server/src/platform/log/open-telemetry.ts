// The tracer of OpenTelemetry: spans go to a collector by OTLP over HTTP. Loaded only where one is
// configured; address, headers, sampling and further attributes come from the environment, which
// OpenTelemetry's own packages read (OTEL_…).
import {
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { codeOf } from '../text/unknown.ts';
import type { Attributes, OpenSpan, SpanOptions, Tracer } from './spans.ts';

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const;

/** version-trace-span-flags */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function openTelemetry(name: string): Tracer {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': name }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('isobar');
  const start = (title: string, { kind, parent, attributes }: SpanOptions): Span =>
    tracer.startSpan(
      title,
      { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: { ...attributes } },
      parentOf(parent),
    );
  return {
    async span(title, options, act) {
      const span = start(title, options);
      try {
        return await context.with(trace.setSpan(context.active(), span), act);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    open: (title, options): OpenSpan => {
      const span = start(title, options);
      const inside = trace.setSpan(context.active(), span);
      return {
        within: (act) => context.with(inside, act),
        end(known, attributes, failed) {
          span.updateName(known).setAttributes(attributes);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    past(title, milliseconds, attributes: Attributes, error) {
      if (!trace.getActiveSpan()) return;
      const startTime = Date.now() - milliseconds;
      const span = tracer.startSpan(title, { kind: SpanKind.CLIENT, startTime, attributes });
      if (error !== undefined) fail(span, error);
      span.end();
    },
    traceparent() {
      const at = trace.getActiveSpan()?.spanContext();
      if (!at) return undefined;
      const flags = at.traceFlags.toString(16).padStart(2, '0');
      return `00-${at.traceId}-${at.spanId}-${flags}`;
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    async close() {
      // a collector that is away keeps nothing from ending
      await provider.shutdown().catch(() => {});
      context.disable();
    },
  };
}

/** The context of a `traceparent`; the current one if there is none, or none that can be read. */
function parentOf(text: string | null | undefined): Context {
  const [, traceId, spanId, flags] = PARENT.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags) return context.active();
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(context.active(), { traceId, spanId, traceFlags, isRemote: true });
}

/** The name and code of an error, never its message, which may repeat what a person sent. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', codeOf(error) ?? (error instanceof Error ? error.name : 'error'));
}
