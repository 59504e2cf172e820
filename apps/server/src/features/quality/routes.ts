// Data quality reports: the web service for scripts, reports as pages, those of an order, and how
// operators write them.
import { servedElsewhere } from '@isobar/contract/calls/quality-calls.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http/http.ts';
import type { QualityFeature } from './feature.ts';
import { registerOrderReports } from './order-routes.ts';
import { registerReports } from './report-routes.ts';
import { registerService } from './service-routes.ts';
import { registerWriting } from './writing-routes.ts';

export function registerQuality(http: Http<Session>, feature: QualityFeature): void {
  if (feature.elsewhere === undefined) {
    registerService(http, feature);
    registerReports(http, feature);
    registerOrderReports(http, feature);
    registerWriting(http, feature);
  } else registerAway(http, feature.elsewhere);
}

/**
 * Configured away: never 404, and no JSON either, which clients would read as 'no report' (decision
 * 1037).
 */
function registerAway(http: Http<Session>, elsewhere: string): void {
  const text = `The quality reports of this archive are served by ${elsewhere}, not here.\n`;
  for (const path of ['', '/*'])
    http.route(servedElsewhere(path), async ({ reply }) =>
      reply.code(501).type('text/plain').send(text),
    );
}
