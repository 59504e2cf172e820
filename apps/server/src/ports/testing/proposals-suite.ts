// What every source of campaigns and computing requests keeps to.
import { type Afc, afcs, type Hpcr, hpcrs } from '@isobar/contract/calls/proposals.ts';
import { describe, expect, it } from 'vitest';
import type { Participant, Proposals } from '../proposals.ts';

export const ADA: Participant = { personId: '7', userName: 'ada', email: 'ada@example.org' };
const NOBODY: Participant = { personId: '0', userName: 'nobody', email: '' };

/** What is known of Ada, and of no other user. */
export const KNOWN: { readonly afcs: readonly Afc[]; readonly hpcrs: readonly Hpcr[] } = {
  afcs: [
    {
      proposedAcronym: 'TRACER',
      campaignId: '1234',
      campaignName: 'Tracking Aerosol Convection — Houston',
      statusDesc: 'Approved',
      leadScientist: true,
      startDate: '2021-10-01',
      endDate: '2022-09-30',
    },
    {
      proposedAcronym: 'CAMPS',
      campaignId: '1300',
      campaignName: 'Camps',
      statusDesc: 'Planned',
      leadScientist: false,
      startDate: '2030-01-01',
      endDate: '',
    },
  ],
  hpcrs: [
    {
      shortDescription: 'Large eddies',
      number: 'HPC-9',
      pi: true,
      startDate: '2022-01-01',
      endDate: '2023-01-01',
    },
  ],
};

export function proposalsSuite(
  name: string,
  open: () => Promise<{ readonly proposals: Proposals; close(): Promise<void> }>,
): void {
  describe(`${name} as a source of proposals`, () => {
    it('a source of proposals tells what a person takes part in, and in which role', async () => {
      const { proposals, close } = await open();
      expect(await proposals.afcsOf(ADA)).toEqual(KNOWN.afcs);
      expect(await proposals.hpcrsOf(ADA)).toEqual(KNOWN.hpcrs);
      await close();
    });

    it('a source of proposals tells nothing of whom it does not know, in the shape of the calls', async () => {
      const { proposals, close } = await open();
      for (const person of [NOBODY, { personId: '', userName: '', email: '' }]) {
        expect(afcs.parse(await proposals.afcsOf(person))).toEqual([]);
        expect(hpcrs.parse(await proposals.hpcrsOf(person))).toEqual([]);
      }
      await close();
    });
  });
}
