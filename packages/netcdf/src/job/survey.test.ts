// What an input gives: its times come along, and what cannot be read is named where it was chosen.
import { expect, it } from 'vitest';
import { day } from '../testing/made-days.ts';
import { type MadeFile, madeFile } from '../testing/made-file.ts';
import { type SurveyOptions, survey } from './survey.ts';

const OPTIONS: SurveyOptions = {
  ...{ variables: 'all', ranges: undefined, exact: false, sort: false, wholeWithoutTimes: false },
  ...{ maximumClaim: 1e9, share: (variable) => variable },
};

async function surveyed(file: MadeFile, more: Partial<SurveyOptions> = {}) {
  const dataset = await madeFile(file);
  const unreadable = [
    { name: 'odd', reason: 'it has a type that is not read' },
    { name: 'other', reason: 'it has a type that is not read' },
  ];
  const own = Object.assign(Object.create(dataset), { unreadable });
  return await survey(own, 0, 'day0', { ...OPTIONS, ...more });
}

it('the times of a file come along, whatever they are called, and before what was chosen', async () => {
  const { time, temp } = day(0).variables;
  const file = { time: 3, variables: { ...(temp && { temp }), ...(time && { when: time }) } };
  const { variables, timeVariable } = await surveyed(file, { variables: ['temp'] });
  expect(timeVariable).toBe('when');
  expect(variables.map(({ name }) => name)).toEqual(['when', 'temp']);
});

it('a variable that cannot be read is named with the reason, where it was chosen or all were', async () => {
  const said = (name: string) => `${name} is left out: it has a type that is not read`;
  expect((await surveyed(day(0))).notes).toEqual([said('odd'), said('other')]);
  expect((await surveyed(day(0), { variables: ['temp', 'odd'] })).notes).toEqual([said('odd')]);
  expect((await surveyed(day(0), { variables: ['temp'] })).notes).toEqual([]);
});

it('a file is exact where every time was read, to sort them or because the caller cannot start over', async () => {
  const isExact = async (more: Partial<SurveyOptions>) => (await surveyed(day(0), more)).isExact;
  expect([
    await isExact({}),
    await isExact({ exact: true }),
    await isExact({ sort: true }),
  ]).toEqual([...[false, true, true]]);
});
