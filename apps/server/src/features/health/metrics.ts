// The numbers of /metrics in the Prometheus text form: of this process, and of the work of all
// processes as the store knows it.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Http } from '../../platform/http/http.ts';
import { droppedLines } from '../../platform/log/log-sink.ts';

type App = Http<unknown>['app'];

export interface Work {
  /** State -> number of jobs. */
  readonly jobs: Readonly<Record<string, number>>;
  /** How long the job that waits longest has been due; 0: none waits. */
  readonly oldestWaitingSeconds: number;
  /** Seconds since 1970 UTC at which the archive was last compared with the index; null: never. */
  readonly harvestEndedAt: number | null;
  /** Upper bounds of `counts` in seconds. */
  readonly stepBounds: readonly number[];
  readonly steps: readonly {
    readonly kind: string;
    readonly step: string;
    /** Steps by bucket, not cumulated, with one more than there are bounds. */
    readonly counts: readonly number[];
    readonly seconds: number;
  }[];
}

/** Seconds; from a cached answer to the longest deadline. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const STATUSES = ['2xx', '3xx', '4xx', '5xx'];

/**
 * Begins to count; the function resolves the text of all metrics. `work` may reject: the rest is
 * wanted especially then.
 */
export function publishMetrics(app: App, work: () => Promise<Work>): () => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  countResponses(app, registers);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  app.addHook('onClose', async () => delay.disable());
  const gauges: Readonly<Record<string, readonly [help: string, read: () => number]>> = {
    resident_bytes: ['Memory of the web process.', () => process.memoryUsage.rss()],
    event_loop_delay_max_seconds: ['Longest delay of the event loop.', () => delay.max / 1e9],
    event_loop_delay_p99_seconds: [
      'Delay of the event loop, 99th percentile.',
      () => delay.percentile(99) / 1e9,
    ],
    uptime_seconds: ['Since the start of the process.', () => process.uptime()],
    log_lines_dropped: ['Log lines that could not be written.', droppedLines],
  };
  for (const [name, [help, read]] of Object.entries(gauges))
    new Gauge({
      name: `isobar_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  return async () => {
    const known = await work().catch(() => null);
    return `${await registry.metrics()}${workText(known)}`;
  };
}

function countResponses(app: App, registers: Registry[]): void {
  const responses = new Counter({
    name: 'isobar_responses_total',
    help: 'Responses by method and class of status.',
    labelNames: ['method', 'status'],
    registers,
  });
  // Published from the start, as zero, so that a rate over them begins with the first response and
  // not after it.
  for (const method of METHODS) for (const status of STATUSES) responses.inc({ method, status }, 0);
  const durations = new Histogram({
    name: 'isobar_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its response, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BOUNDS,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    responses.inc({ method, status });
    // The pattern and not the address, of which there is no end.
    const route = routeOptions.url ?? 'unknown';
    durations.observe({ method, route, status }, reply.elapsedTime / 1000);
  });
}

/** What the store knows; while it is away, only that. */
function workText(work: Work | null): string {
  const lines = metric('store_answers', 'Whether the store answers.', 'gauge', [
    ['', work ? 1 : 0],
  ]);
  if (!work) return linesText(lines);
  for (const [state, count] of Object.entries(work.jobs))
    lines.push(...metric(`jobs_${state}`, `Jobs that are ${state}.`, 'gauge', [['', count]]));
  const age = 'How long the oldest waiting job has been due.';
  lines.push(
    ...metric('queue_age_seconds', age, 'gauge', [['', work.oldestWaitingSeconds]]),
    ...metric('harvest_ended_timestamp_seconds', 'End of the last full harvest.', 'gauge', [
      ['', work.harvestEndedAt ?? 0],
    ]),
    ...metric(
      'job_step_duration_seconds',
      'How long steps of jobs took, over all workers.',
      'histogram',
      work.steps.flatMap((step) => histogramOf(step, work.stepBounds)),
    ),
  );
  return linesText(lines);
}

type Sample = readonly [labels: string, value: number, suffix?: string];

function histogramOf(
  { kind, step, counts, seconds }: Work['steps'][number],
  bounds: readonly number[],
): Sample[] {
  const labels = `kind="${quoted(kind)}",step="${quoted(step)}"`;
  let sum = 0;
  const buckets = counts.map((count, index): Sample => {
    sum += count;
    return [`${labels},le="${bounds[index] ?? '+Inf'}"`, sum, '_bucket'];
  });
  return [...buckets, [labels, seconds, '_sum'], [labels, sum, '_count']];
}

function metric(name: string, help: string, type: string, samples: readonly Sample[]): string[] {
  const full = `isobar_${name}`;
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${type}`,
    ...samples.map(
      ([labels, value, suffix = '']) => `${full}${suffix}${labels && `{${labels}}`} ${value}`,
    ),
  ];
}

const quoted = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const linesText = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
