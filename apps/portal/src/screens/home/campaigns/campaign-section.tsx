// Field campaigns by site: six cards at first, one of them open, and the link in the address
// highlighted.

import type { CampaignCardDocument } from '@isobar/contract/catalogue/small-documents.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../../lib/ask.ts';
import { useConfig } from '../../../lib/config.ts';
import { useSearch } from '../../../lib/router/provider.tsx';
import { FailurePanel } from '../../../ui/panels.tsx';
import { Skeleton } from '../../../ui/progress.tsx';
import {
  CAMPAIGN_CARDS_QUERY,
  campaignCardsSearch,
  FIRST_CARDS,
  findLink,
  readCampaignCards,
} from '../campaign-cards.ts';
import { ANCHORS } from '../use-anchor.ts';
import { CampaignCard } from './campaign-card.tsx';
import { OpenCard } from './open-card.tsx';
import { axisOf } from './year-axis.ts';

export function useCampaignCards() {
  const config = useConfig();
  return useQuery({
    queryKey: ['campaign-cards'],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) =>
      readCampaignCards(
        await ask(config, campaignCardsSearch, { query: CAMPAIGN_CARDS_QUERY, signal }),
      ),
  });
}

/** `cards`: the answer of useCampaignCards. An archive without campaigns shows no section. */
export function CampaignSection({
  cards,
}: {
  readonly cards: ReturnType<typeof useCampaignCards>;
}) {
  const { data, error, refetch, isFetching } = cards;
  const { campaign } = useSearch();
  if (data?.length === 0) return null;
  return (
    <section id={ANCHORS.campaigns} aria-labelledby="home-campaigns" className="scroll-mt-4">
      <div className="mb-5 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 id="home-campaigns" className="title-2">
          Field campaigns
        </h2>
        <p className="text-ink-2">
          By site. Each tick is a campaign; the axis is the same in every card.
        </p>
      </div>
      {error && (
        <FailurePanel
          what="The field campaigns could not be loaded."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data && <Cards key={campaign ?? ''} cards={data} campaign={campaign} />}
    </section>
  );
}

function Cards(props: {
  readonly cards: readonly CampaignCardDocument[];
  /** Value of the link that the address names. */
  readonly campaign: string | undefined;
}) {
  const { cards, campaign } = props;
  const linked = campaign ? findLink(cards, campaign) : null;
  const [openTag, setOpenTag] = useState<string | null>(linked?.tag ?? null);
  const [closedTag, setClosedTag] = useState<string | null>(null);
  const open = (tag: string | null): void => {
    setClosedTag(openTag);
    setOpenTag(tag);
  };
  const [all, setAll] = useState(
    () => cards.findIndex(({ tag }) => tag === linked?.tag) >= FIRST_CARDS,
  );
  const more = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!all && document.activeElement === more.current)
      // fewer cards stand above it now
      more.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [all]);
  const axis = axisOf(cards);
  const shown = all ? cards : cards.slice(0, FIRST_CARDS);
  return (
    <>
      {campaign && !linked && (
        <p role="status" className="mb-4 text-ink-2">
          There is no field campaign called <span className="font-mono">{campaign}</span>.
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((card) =>
          card.tag === openTag ? (
            <li key={card.id} className="col-span-full">
              <OpenCard
                card={card}
                axis={axis}
                highlighted={campaign ?? null}
                firstPage={linked?.tag === card.tag ? linked.page : 1}
                openedHere={closedTag !== null || card.tag !== linked?.tag}
                onClose={() => open(null)}
              />
            </li>
          ) : (
            <li key={card.id}>
              <CampaignCard
                card={card}
                axis={axis}
                justClosed={openTag === null && card.tag === closedTag}
                onOpen={() => open(card.tag)}
              />
            </li>
          ),
        )}
      </ul>
      {cards.length > FIRST_CARDS && (
        <p className="mt-5 text-center">
          <button
            ref={more}
            type="button"
            className="link px-3 py-1"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? '(Less)' : '(More)'}
          </button>
        </p>
      )}
    </>
  );
}
