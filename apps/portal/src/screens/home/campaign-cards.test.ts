// Campaign cards: order, labels, filter, and the way from a link back to its page.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  campaignCardsReply,
  cardLabel,
  findLink,
  LINKS_PER_PAGE,
  linksWith,
  readCampaignCards,
} from './campaign-cards.ts';

const linkOf = (position: number, change = {}) => ({
  position,
  link_text: `Campaign ${position}`,
  start: `20${String(10 + position).padStart(2, '0')}-05-01`,
  new_iop: false,
  entire_site: false,
  site_code: 'sgp',
  link_value: `c${position}`,
  ...change,
});
const cardOf = (tag: string, position: number, links = [linkOf(0)]) => ({
  _source: { id: tag, title: tag, tag, position, links },
});
const reply = (...hits: ReturnType<typeof cardOf>[]) => ({ hits: { hits } });

it('[H048] [H086] campaign cards are sorted by their positions, and so are their links', () => {
  const given = reply(cardOf('nsa', 1), cardOf('sgp', 0, [linkOf(2), linkOf(0), linkOf(1)]));
  const cards = readCampaignCards(z.parse(campaignCardsReply, given));
  expect(cards.map(({ tag }) => tag)).toEqual(['sgp', 'nsa']);
  expect(cards[0]?.links.map(({ position }) => position)).toEqual([0, 1, 2]);
});

it('[H051] [H052] campaign cards are labelled by their site, those off every site Others', () => {
  expect(cardLabel('sgp')).toBe('SGP');
  expect(cardLabel('osc')).toBe('Others');
});

it('[H057] the filter of campaigns takes any part of date and text, whatever its case', () => {
  const links = [linkOf(1, { link_text: 'Water Vapor IOP' }), linkOf(2)];
  for (const [words, found] of [
    ['VAPOR', ['c1']],
    ['2011-05', ['c1']],
    ['01 water', ['c1']],
    ['-05-01', ['c1', 'c2']],
    ['', ['c1', 'c2']],
    ['nothing', []],
  ] as const)
    expect(
      linksWith(links, words).map(({ link_value }) => link_value),
      words,
    ).toEqual(found);
});

it('the link of a campaign is found again on its page, for lists of every length', () => {
  fc.assert(
    fc.property(fc.nat(99), fc.nat(99), (length, at) => {
      const links = Array.from({ length: length + 1 }, (_, n) => linkOf(n));
      const cards = readCampaignCards(z.parse(campaignCardsReply, reply(cardOf('sgp', 0, links))));
      const wanted = at % links.length;
      const found = findLink(cards, `c${wanted}`);
      expect(found).toEqual({ tag: 'sgp', page: Math.ceil((wanted + 1) / LINKS_PER_PAGE) });
    }),
  );
});

it('a link that no card has is not found', () => {
  expect(findLink([], 'c1')).toBeNull();
});
