// What operators and their tools ask: is it well, what does it count, what can be called.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describeServices, healthz, metrics, readyz } from '@isobar/contract/calls/health.ts';
import { maintenanceOf } from '@isobar/contract/calls/maintenance.ts';
import type { Http } from '../../platform/http/http.ts';
import { droppedLines } from '../../platform/log/log-sink.ts';
import { type MetricsAccess, refuseMetrics } from './metrics-access.ts';

export interface HealthOptions {
  /** The message that visitors see during maintenance; empty when there is none. */
  readonly maintenanceMessage: () => Promise<string>;
  readonly version: string;
  /** Throws when the store does not answer. */
  readonly pingStore: () => Promise<void>;
  /** Why the store accepts nothing although it answers; null: it does accept. */
  readonly storeTrouble: () => string | null;
  /** Why nothing can be written at the moment, in words; null: it can. Never rejects. */
  readonly cannotWrite: () => Promise<string | null>;
  /** Whether searches can be answered. */
  readonly canSearch: () => Promise<boolean>;
  /** Numbers to publish, name -> value; names become `isobar_NAME`. */
  readonly gauges: () => Promise<Readonly<Record<string, number>>>;
  readonly mayCount: MetricsAccess;
}

/** A probe that is refused or late has a healthy server started again. */
const PROBE = { isProbe: true } as const;

/** Is it well, what does it count, is something being worked on, and the description of all calls. */
export function registerHealth<S>(http: Http<S>, options: HealthOptions): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  http.app.addHook('onClose', async () => delay.disable());
  const answered = new Map(USUAL.map((key) => [key, 0]));
  http.app.addHook('onResponse', async (request, reply) => {
    const key = `${request.method} ${Math.floor(reply.statusCode / 100)}xx`;
    answered.set(key, (answered.get(key) ?? 0) + 1);
  });

  const { version } = options;
  http.route(
    healthz,
    async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      const trouble = await storeTrouble(options);
      if (trouble === null) return { status: 'ok', version };
      reply.code(503);
      return { status: trouble, version };
    },
    PROBE,
  );
  http.route(
    readyz,
    async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      const trouble = (await storeTrouble(options)) ?? (await options.cannotWrite());
      const search = await options.canSearch().catch(() => false);
      if (trouble === null && search) return { status: 'ok', version };
      reply.code(503);
      return { status: trouble ?? 'searches cannot be answered', version };
    },
    PROBE,
  );
  http.route(metrics, async ({ request, reply }) => {
    refuseMetrics(request, options.mayCount);
    const numbers = await options.gauges().catch(() => null); // the rest is wanted especially when the store is away
    const gauges: Record<string, number> = {
      ...numbers,
      store_answers: numbers === null ? 0 : 1,
      resident_bytes: process.memoryUsage.rss(),
      event_loop_delay_max_seconds: delay.max / 1e9,
      event_loop_delay_p99_seconds: delay.percentile(99) / 1e9,
      uptime_seconds: process.uptime(),
      log_lines_dropped: droppedLines(),
    };
    const lines = Object.entries(gauges).map(([name, value]) => `isobar_${name} ${value}`);
    for (const [key, count] of answered) {
      const [method, status] = key.split(' ');
      lines.push(`isobar_responses_total{method="${method}",status="${status}"} ${count}`);
    }
    reply.type('text/plain; version=0.0.4').header('cache-control', 'no-store');
    return `${lines.join('\n')}\n`;
  });
  http.route(
    maintenanceOf,
    async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      return { message: await options.maintenanceMessage() };
    },
    { lane: 'free' },
  );
  http.route(describeServices, async () => http.describe(), { lane: 'free' });
}

/** Published from the start, as zero, so that a rate over them begins with the first response and not after it. */
const USUAL = ['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) =>
  ['2xx', '3xx', '4xx', '5xx'].map((status) => `${method} ${status}`),
);

const STORE_AWAY = 'the store does not answer';

const storeTrouble = ({ pingStore, storeTrouble: told }: HealthOptions) =>
  pingStore().then(told, () => STORE_AWAY);
