// Entries of link_xml.
import { expect, it } from 'vitest';
import { linkedRecords, ownRecord } from './link-xml.ts';

it('link_xml holds addresses with semicolons between them', () => {
  expect(linkedRecords(' https://a/x.xml ;; https://b/y.xml;')).toEqual([
    'https://a/x.xml',
    'https://b/y.xml',
  ]);
  expect(linkedRecords('')).toEqual([]);
});

it('the entry of a title is found whatever its case and underscores', () => {
  const entries = 'https://a/sgp_other.xml;https://a/SGP_fog_2010.xml';
  expect(ownRecord(entries, 'sgpfog2010')).toBe('https://a/SGP_fog_2010.xml');
  expect(ownRecord(entries, 'nsa_fog')).toBeUndefined();
});
