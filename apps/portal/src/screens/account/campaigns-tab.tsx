// 'My AFCs': the field campaigns and computing requests in which the person takes part, with their
// roles.
import { type Afc, type Hpcr, roleIn } from '@isobar/contract/calls/proposals.ts';
import { type ReactNode, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { campaignsWord, useOwnCampaigns } from './own-campaigns.ts';

export function CampaignsTab() {
  const word = campaignsWord(useConfig().archiveName);
  const { afcs, hpcrs } = useOwnCampaigns();
  const [shown, setShown] = useState<'afc' | 'hpcr'>('afc');
  const query = shown === 'afc' ? afcs : hpcrs;
  return (
    <div className="grid max-w-[52rem] gap-5">
      <div className="justify-self-start">
        <Segmented
          label="Which"
          value={shown}
          segments={[
            { value: 'afc', label: word.replace(/FCs$/, 'FC') },
            { value: 'hpcr', label: 'HPCR' },
          ]}
          onChange={setShown}
        />
      </div>
      {query.error && (
        <FailurePanel
          what="Your campaigns could not be loaded."
          why={query.error.message}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Spinner label="Loading your campaigns…" />}
      {shown === 'afc' && afcs.data && <Campaigns campaigns={afcs.data} word={word} />}
      {shown === 'hpcr' && hpcrs.data && <Requests requests={hpcrs.data} />}
    </div>
  );
}

function Campaigns(props: { readonly campaigns: readonly Afc[]; readonly word: string }) {
  if (props.campaigns.length === 0) return <p>No {props.word} to display</p>;
  return (
    <ul className="divide-y divide-rule">
      {props.campaigns.map((campaign) => (
        <Entry
          key={campaign.campaignId}
          title={campaign.campaignName}
          mark={campaign.proposedAcronym}
          role={roleIn(campaign.leadScientist)}
          from={campaign.startDate}
          to={campaign.endDate}
        >
          {campaign.statusDesc && <span className="badge">{campaign.statusDesc}</span>}{' '}
          <span className="font-mono text-sm text-ink-2">{campaign.campaignId}</span>
        </Entry>
      ))}
    </ul>
  );
}

function Requests({ requests }: { readonly requests: readonly Hpcr[] }) {
  if (requests.length === 0) return <p>No HPCRs to display</p>;
  return (
    <ul className="divide-y divide-rule">
      {requests.map((request) => (
        <Entry
          key={request.number}
          title={request.shortDescription}
          mark={request.number}
          role={roleIn(request.pi)}
          from={request.startDate}
          to={request.endDate}
        />
      ))}
    </ul>
  );
}

function Entry(props: {
  readonly title: string;
  readonly mark: string;
  readonly role: string;
  readonly from: string;
  readonly to: string;
  readonly children?: ReactNode;
}) {
  return (
    <li className="py-3">
      <h3 className="font-strong">
        {props.mark && <span className="font-mono text-within">{props.mark}</span>} {props.title}
      </h3>
      <p className="text-base text-ink-2">
        {props.role}
        {props.from && (
          <>
            , {props.from} to {props.to || 'now'}
          </>
        )}
      </p>
      {props.children && <p className="mt-1">{props.children}</p>}
    </li>
  );
}
