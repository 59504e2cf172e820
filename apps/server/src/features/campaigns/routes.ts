// The descriptions of campaigns in records on other servers (link_xml, specification part 1 section
// 7).

import type { CampaignPeriod } from '@isobar/contract/calls/campaigns.ts';
import { periodOfCampaign } from '@isobar/contract/calls/campaigns.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { linkedRecords, ownRecord } from '@isobar/contract/search/link-xml.ts';
import { LRUCache } from 'lru-cache';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import { shared } from '../../platform/text/shared.ts';
import { isAllowed, linkedRecord } from './linked-record.ts';
import { timePeriodOf } from './time-period.ts';

export interface CampaignsFeature {
  /** The tables as they are now. */
  readonly tables: () => Promise<Pick<CuratedTables, 'campaign'>>;
  /** The only servers whose records are read: 'https://records.example'. */
  readonly origins: readonly string[];
}

const NOTHING_TOLD: CampaignPeriod = { begin: null, end: null };

/** GET {campaigns}/period/{iopShortName}. A caller names a campaign, never an address. */
export function registerCampaigns<S>(http: Http<S>, { tables, origins }: CampaignsFeature): void {
  const kept = new LRUCache<string, CampaignPeriod>({ max: MOST_KEPT, ttl: KEPT_MS });
  const asking = shared<CampaignPeriod>();
  const periodOf = async (address: string): Promise<CampaignPeriod> =>
    kept.get(address) ??
    (await asking(address, async () => {
      const period = timePeriodOf(await linkedRecord(address));
      kept.set(address, period);
      return period;
    }));
  http.route(periodOfCampaign, async ({ params: { iopShortName } }): Promise<CampaignPeriod> => {
    const campaign = (await tables()).campaign(iopShortName);
    if (!campaign) throw new Problem('not-found', 'There is no such field campaign.');
    const { link_xml, iop_name } = campaign;
    const address =
      ownRecord(link_xml, iop_name) ??
      ownRecord(link_xml, iopShortName) ??
      linkedRecords(link_xml)[0];
    return address && isAllowed(address, origins) ? await periodOf(address) : NOTHING_TOLD;
  });
}

/** Answers are kept for a while; failures are not. */
const KEPT_MS = 3_600_000;
const MOST_KEPT = 1000;
