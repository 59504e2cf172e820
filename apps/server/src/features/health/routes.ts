// What operators and their tools ask: is it well, what does it count, what can be called.

import { describeServices, healthz, metrics, readyz } from '@isobar/contract/calls/health.ts';
import { maintenanceOf } from '@isobar/contract/calls/maintenance.ts';
import type { Http } from '../../platform/http/http.ts';
import { publishMetrics, type Work } from './metrics.ts';
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
  /** What the store knows of the work of all processes. */
  readonly work: () => Promise<Work>;
  readonly mayCount: MetricsAccess;
}

/** A probe that is refused or late has a healthy server started again. */
const PROBE = { isProbe: true } as const;

/**
 * Is it well, what does it count, is something being worked on, and the description of all calls.
 */
export function registerHealth<S>(http: Http<S>, options: HealthOptions): void {
  const published = publishMetrics(http.app, options.work);
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
    reply.type('text/plain; version=0.0.4').header('cache-control', 'no-store');
    return await published();
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

const STORE_AWAY = 'the store does not answer';

const storeTrouble = ({ pingStore, storeTrouble: told }: HealthOptions) =>
  pingStore().then(told, () => STORE_AWAY);
