import { expect, it } from 'vitest';
import { doiAddress, doiName } from './doi.ts';

it.each([
  '10.5439/1786358',
  ' doi:10.5439/1786358',
  'DOI: 10.5439/1786358',
  'https://doi.org/10.5439/1786358',
  'http://dx.doi.org/10.5439/1786358',
])('a DOI written as %s is the same DOI', (written) => {
  expect(doiName(written)).toBe('10.5439/1786358');
  expect(doiAddress(written)).toBe('https://doi.org/10.5439/1786358');
});

it('the address of a DOI has no character that addresses may not have', () => {
  expect(doiAddress('10.1175/1520-0450(1995)034<1201:TARMPP>2.0.CO;2')).toBe(
    'https://doi.org/10.1175/1520-0450(1995)034%3C1201:TARMPP%3E2.0.CO;2',
  );
  expect(doiAddress('10.1/a?b#c')).toBe('https://doi.org/10.1/a%3Fb%23c');
});

it.each(['', 'ARM', 'doi:', 'https://hdl.handle.net/2128/1', 'https://example.org/10.html'])(
  "'%s' is no DOI",
  (written) => {
    expect(doiName(written)).toBeNull();
  },
);

it('another address than that of a DOI leads where it leads', () => {
  expect(doiAddress('https://hdl.handle.net/2128/1')).toBe('https://hdl.handle.net/2128/1');
});
