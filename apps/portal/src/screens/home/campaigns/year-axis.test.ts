// Where campaigns are on the axis of years that all cards share.
import type { CampaignCardDocument } from '@isobar/contract/catalogue/small-documents.ts';
import { expect, it } from 'vitest';
import { axisOf, yearsOf } from './year-axis.ts';

const card = (...starts: string[]) =>
  // Nothing else of a card is read here.
  ({ links: starts.map((start) => ({ start })) }) as unknown as CampaignCardDocument;

it('the axis reaches from the year of the first campaign to the end of the year of the last', () => {
  const axis = axisOf([card('1999-01-01', '2007-06-01'), card('2018-12-31')]);
  expect([axis.at('1999-01-01'), axis.at('2019-01-01'), axis.at('2009-01-01')]).toEqual([
    0, 1, 0.5,
  ]);
  expect(axis.at('2008-07-02')).toBeCloseTo(9.5 / 20, 3);
  expect(axis.at('soon')).toBeNull();
});

it('every tenth year is written under the axis', () => {
  const { years } = axisOf([card('1990-01-01'), card('2009-12-31')]);
  expect(years).toEqual([
    { year: 1990, at: 0 },
    { year: 2000, at: 0.5 },
    { year: 2010, at: 1 },
  ]);
  expect(axisOf([card('1991-05-01', '1995-01-01')]).years).toEqual([]);
});

it('an axis without campaigns has no years, and one of a single year has its whole width', () => {
  expect(axisOf([card()]).years).toEqual([]);
  expect(axisOf([card('2001-01-01')]).at('2002-01-01')).toBe(1);
});

it('the years of a campaign are its first and last, or one', () => {
  expect([card('2007-06-01', '1999-01-01', ''), card('2001-01-01'), card('')].map(yearsOf)).toEqual(
    ['1999 to 2007', '2001', ''],
  );
});
