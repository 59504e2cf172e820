// Port: the service in which a facility keeps who takes part in which field campaign or computing
// request.
import type { Afc, Hpcr } from '@isobar/contract/calls/proposals.ts';

/** How a person is known there. */
export interface Participant {
  readonly personId: string;
  readonly userName: string;
  readonly email: string;
}

export interface Proposals {
  /** Rejects when the service is away: no answer is not the same as no campaign. */
  afcsOf(person: Participant): Promise<readonly Afc[]>;
  hpcrsOf(person: Participant): Promise<readonly Hpcr[]>;
}
