// Cards of the home screen: read from their search, cut into pages, filtered, and found again by a
// link.

import { searchAt } from '@isobar/contract/calls/search-calls.ts';
import type {
  CampaignCardDocument,
  CampaignLink,
} from '@isobar/contract/catalogue/small-documents.ts';
import * as z from 'zod/mini';

const link = z.object({
  position: z.number(),
  link_text: z.string(),
  start: z.string(),
  new_iop: z.boolean(),
  entire_site: z.boolean(),
  site_code: z.string(),
  link_value: z.string(),
});

/** `GET {fieldCampaigns}/_search`: every card, in its order. */
export const CAMPAIGN_CARDS_QUERY = { size: '1000', sort: 'position:asc' } as const;

/** The part of its reply that the cards are read from. */
export const campaignCardsReply = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _source: z.object({
          id: z.string(),
          title: z.string(),
          tag: z.string(),
          position: z.number(),
          links: z.array(link),
        }),
      }),
    ),
  }),
});

export const campaignCardsSearch = searchAt('fieldCampaigns', campaignCardsReply);

export const FIRST_CARDS = 6;
export const LINKS_COLLAPSED = 4;
export const LINKS_PER_PAGE = 20;
export const LINKS_PER_COLUMN = 10;
/** How many page numbers are shown at once under an open card. */
export const PAGER_LIMIT = 3;
/** The tag of campaigns off every site. */
const OTHERS = 'osc';

/** Cards and their links in the order of their positions. */
export const readCampaignCards = (
  reply: z.infer<typeof campaignCardsReply>,
): readonly CampaignCardDocument[] =>
  reply.hits.hits
    .map(({ _source: card }) => ({ ...card, links: card.links.toSorted(byPosition) }))
    .toSorted(byPosition);

const byPosition = (a: { readonly position: number }, b: { readonly position: number }): number =>
  a.position - b.position;

/** 'SGP'; campaigns off every site are 'Others'. */
export const cardLabel = (tag: string): string => (tag === OTHERS ? 'Others' : tag.toUpperCase());

/** The links whose date or text contains `words`, in any case. */
export function linksWith(links: readonly CampaignLink[], words: string): readonly CampaignLink[] {
  const wanted = words.trim().toLowerCase();
  return links.filter(({ start, link_text }) =>
    `${start} ${link_text}`.toLowerCase().includes(wanted),
  );
}

export type FoundLink = { readonly tag: string; readonly page: number };

/** Where the link with this value stands; null if no card has it. Pages count from 1. */
export function findLink(cards: readonly CampaignCardDocument[], value: string): FoundLink | null {
  for (const { tag, links } of cards) {
    const at = links.findIndex(({ link_value }) => link_value === value);
    if (at >= 0) return { tag, page: Math.floor(at / LINKS_PER_PAGE) + 1 };
  }
  return null;
}
