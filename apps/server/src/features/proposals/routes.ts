// The campaigns and computing requests of the signed-in person: GET {field-campaign api}/fc/afc and
// /fc/hpcr.

import type { Afc, Hpcr } from '@isobar/contract/calls/proposals.ts';
import { ownAfcs, ownHpcrs } from '@isobar/contract/calls/proposals.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Proposals } from '../../ports/proposals.ts';

export interface ProposalsFeature {
  readonly proposals: Proposals;
  readonly log: Log;
}

export function registerProposals(http: Http<Session>, { proposals, log }: ProposalsFeature): void {
  /** An unreachable service is reported as unavailable, never as an empty list (decision 1037). */
  async function asked<T>(list: Promise<T>): Promise<T> {
    try {
      return await list;
    } catch (error) {
      log.warn({ err: error }, 'campaigns of a person could not be looked up');
      throw new Problem('unavailable', 'Your campaigns cannot be loaded at the moment.');
    }
  }
  http.route(
    ownAfcs,
    async ({ session }): Promise<readonly Afc[]> => await asked(proposals.afcsOf(session)),
  );
  http.route(
    ownHpcrs,
    async ({ session }): Promise<readonly Hpcr[]> => await asked(proposals.hpcrsOf(session)),
  );
}
