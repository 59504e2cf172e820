// Addresses of DOIs: whatever characters a DOI contains, headers, records and browsers accept its
// address.
import { doiAddress } from '@isobar/contract/doi.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('an old DOI is an address without the signs that none may hold', () => {
  expect(doiAddress('10.1175/1520-0477(1994)075<1201:TARMPP>2.0.CO;2')).toBe(
    'https://doi.org/10.1175/1520-0477(1994)075%3C1201:TARMPP%3E2.0.CO;2',
  );
  expect(doiAddress('10.5439/1786358')).toBe('https://doi.org/10.5439/1786358');
});

it('a DOI link leads to the DOI that was meant, whatever it holds', () => {
  const doi = fc
    .stringMatching(/^10\.\d{4,9}\/[!-~]{1,40}$/)
    .filter((text) => !/\/\.{1,2}(\/|$)/.test(text));
  fc.assert(
    fc.property(doi, (text) => {
      const { origin, pathname, search, hash, href } = new URL(doiAddress(text));
      expect([origin, search, hash]).toEqual(['https://doi.org', '', '']);
      expect(decodeURIComponent(pathname.slice(1)).replaceAll('\\', '/')).toBe(
        text.replaceAll('\\', '/'),
      );
      expect(href).not.toMatch(/[<>"\s]/);
    }),
    { numRuns: 200 },
  );
});
