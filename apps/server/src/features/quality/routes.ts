// Data quality reports: the web service for scripts, reports for people, those of an order, and how operators write them.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http.ts';
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

/** Configured away: never 404, and no JSON either, which clients would read as 'no report' (decision 37). */
function registerAway(http: Http<Session>, elsewhere: string): void {
  const text = `The quality reports of this archive are told by ${elsewhere}, not here.\n`;
  for (const url of [SERVICE_PATHS.dqr, `${SERVICE_PATHS.dqr}/*`])
    http.app.route({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url,
      schema: { summary: 'Quality reports are told elsewhere (501)' },
      handler: (_, reply) => reply.code(501).type('text/plain').send(text),
    });
}
