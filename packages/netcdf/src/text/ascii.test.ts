// Text as ASCII.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiOf } from './ascii.ts';

it.each([
  ['12 µm at 5 °C', '12 um at 5 degC'], // the micro sign
  ['12 μm', '12 um'], // the Greek letter
  ['5 ℃, 3 Ω, 2 ‰', '5 degC, 3 Ohm, 2 per mille'],
  ['W m⁻² sr⁻¹', 'W m-2 sr-1'],
  ['±0.5 × 10³ ≤ ½', '+/-0.5 x 103 <= 1/2'],
  ['Hyytiälä – Ny-Ålesund', 'Hyytiala - Ny-Alesund'],
  ['„Straße“ 北京 🌧', '"Strasse" ?? ?'],
  ['line\nline\ttab', 'line\nline?tab'],
])('%j is written as %j', (text, ascii) => {
  expect(asciiOf(text)).toBe(ascii);
});

it('any text becomes printable ASCII with as many lines, and ASCII stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const ascii = asciiOf(text);
      expect(ascii).toMatch(/^[\x20-\x7e\n]*$/);
      expect(ascii.split('\n').length).toBe(text.split('\n').length);
      expect(asciiOf(ascii)).toBe(ascii);
    }),
  );
});
