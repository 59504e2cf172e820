// The interface of traces, which the rest of the program knows; OpenTelemetry is behind it.

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /**
   * What asks for it: a request, a queue, or this process, which asks a server. Absent: a part of
   * the work of this process.
   */
  readonly kind?: 'server' | 'consumer' | 'client';
  /**
   * A `traceparent` (W3C Trace Context) that it goes on from; absent or null: the current span, if
   * there is one.
   */
  readonly parent?: string | null | undefined;
  readonly attributes?: Attributes;
}

/** A request that is being answered. */
export interface OpenSpan {
  /** Runs `act`, and everything that it starts, as a part of it. */
  within<T>(act: () => T): T;
  end(name: string, attributes: Attributes, failed: boolean): void;
}

export interface Tracer {
  /** Runs `act` as a part of the trace; a failure is noted and thrown again. */
  span<T>(name: string, options: SpanOptions, act: () => Promise<T>): Promise<T>;
  open(name: string, options: SpanOptions): OpenSpan;
  /**
   * A part of the current span that has just ended, after so many milliseconds; outside of spans it
   * is not noted.
   */
  past(name: string, milliseconds: number, attributes: Attributes, error?: unknown): void;
  /** The place of the current span, for another process; undefined outside of spans. */
  traceparent(): string | undefined;
  traceId(): string | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}
