// The support desk's calls: a challenge, the incident that its solution admits, and the state of an
// incident.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { pathOf } from '@isobar/contract/calls/call.ts';
import type { IncidentView, SupportChallenge } from '@isobar/contract/calls/support.ts';
import { askChallenge, fileIncidentCall, incidentByKey } from '@isobar/contract/calls/support.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Db } from '../../core/jobs/job.ts';
import { networkOf } from '../../platform/admission/network.ts';
import type { Http } from '../../platform/http/http.ts';
import { challengesOf, spend } from './challenge.ts';
import { fileIncident, findIncident, incidentKey, incidentNumber, viewOf } from './incidents.ts';

export interface SupportFeature {
  readonly db: Db;
  /** The installation's secret: signs challenges and the links of incidents. */
  readonly secret: Uint8Array;
  /** Seconds since 1970 UTC. */
  readonly now?: () => number;
}
const BODY_BYTES = 64 << 10;

export function registerSupport<S>(http: Http<S>, feature: SupportFeature): void {
  const { db, secret, now = () => Math.floor(Date.now() / 1000) } = feature;
  const challenges = challengesOf(secret);
  http.route(askChallenge, async ({ reply }): Promise<SupportChallenge> => {
    reply.header('cache-control', 'no-store');
    return challenges.make(now());
  });
  http.route(
    fileIncidentCall,
    async ({ body, request }) => {
      const solved = await challenges.check(body.altcha, now());
      if (!solved) throw new Problem('bad-request', UNSOLVED);
      const incident = await db.transaction().execute(async (trx) => {
        if (!(await spend(trx, solved, now()))) throw new Problem('conflict', SPENT);
        return fileIncident(trx, body, { origin: originOf(secret, request.ip), now: now() });
      });
      return { result: { number: incidentNumber(Number(incident.incident_id)) } };
    },
    { bodyLimit: BODY_BYTES },
  );
  http.route(incidentByKey, async ({ params, reply }): Promise<IncidentView> => {
    reply.header('cache-control', 'no-store');
    const incidentId = Number(/^(\d{1,15})\./.exec(params.key)?.[1] ?? Number.NaN);
    const known = Number.isSafeInteger(incidentId) && isKey(secret, incidentId, params.key);
    const incident = known ? await findIncident(db, incidentId) : undefined;
    if (!incident)
      throw new Problem(
        'not-found',
        'There is no message at this link. Check that the link is complete.',
      );
    return viewOf(db, incident);
  });
}

const UNSOLVED = `The challenge is not solved, or older than ten minutes. Request another: GET ${pathOf(askChallenge)}.`;
const SPENT = 'This challenge was used already. Request another.';

function isKey(secret: Uint8Array, incidentId: number, given: string): boolean {
  const expected = Buffer.from(incidentKey(secret, incidentId));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Tells networks apart without keeping addresses. */
const originOf = (secret: Uint8Array, address: string): string =>
  createHmac('sha256', secret)
    .update(`support origin ${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22);
