// Who takes part in what, by the curated tables: a person is named there by user name or address.
// Pure.
import type { Afc, Hpcr } from '@isobar/contract/calls/proposals.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Participant, Proposals } from '../../ports/proposals.ts';

type Rows = Pick<CuratedTables, 'rows'>;

export const tabledProposals = (tables: () => Promise<Rows>): Proposals => ({
  afcsOf: async (person) => afcsOf(await tables(), person),
  hpcrsOf: async (person) => hpcrsOf(await tables(), person),
});

const isOne = (name: string, { userName, email, personId }: Participant): boolean => {
  const plain = name.trim().toLowerCase();
  return plain !== '' && (plain === userName || plain === email || name.trim() === personId);
};

export const afcsOf = ({ rows }: Rows, person: Participant): readonly Afc[] =>
  rows['afcs.csv']
    .filter((row) => [row.lead_scientist, ...row.co_investigators].some((n) => isOne(n, person)))
    .map((row) => ({
      proposedAcronym: row.proposed_acronym,
      campaignId: row.campaign_id,
      campaignName: row.campaign_name,
      statusDesc: row.status,
      leadScientist: isOne(row.lead_scientist, person),
      startDate: row.start_date,
      endDate: row.end_date,
    }));

export const hpcrsOf = ({ rows }: Rows, person: Participant): readonly Hpcr[] =>
  rows['hpcrs.csv']
    .filter((row) => [row.pi, ...row.co_investigators].some((name) => isOne(name, person)))
    .map((row) => ({
      shortDescription: row.short_description,
      number: row.number,
      pi: isOne(row.pi, person),
      startDate: row.start_date,
      endDate: row.end_date,
    }));
