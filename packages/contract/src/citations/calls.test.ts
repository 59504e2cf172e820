// Codes with their labels, as the citation service gives sites and facilities.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { citationReply, codeAndLabel } from './calls.ts';

const code = fc.stringMatching(/^[a-zA-Z0-9]{0,5}$/);
const label = fc.string().filter((text) => !text.startsWith(':'));

it('a code and its label are divided at the first two colons, and a code without a label is its own', () => {
  fc.assert(
    fc.property(code, label, (one, text) => {
      expect(codeAndLabel(`${one}::${text}`)).toEqual({ code: one, label: text || one });
      expect(codeAndLabel(one)).toEqual({ code: one, label: one });
    }),
  );
  expect(codeAndLabel('C1::Lamont: a::b')).toEqual({ code: 'C1', label: 'Lamont: a::b' });
});

it('a citation without choices has none, and nothing is chosen', () => {
  expect(citationReply.parse({ citation: 'c' })).toEqual({
    ...{ citation: 'c', sites: [], facilities: [], dataLevels: [] },
    ...{ selectedSite: '', selectedFacility: '', selectedDataLevel: '' },
  });
});
