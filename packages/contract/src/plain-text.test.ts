// Text of unknown senders that is printed: nothing in it steers a terminal or turns the words
// around it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainLine, plainText } from './plain-text.ts';

it('a line holds no control character, separator or mark of direction, whatever was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plainLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(plainText(text)).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(plainLine(plainLine(text))).toBe(plainLine(text));
    }),
  );
});

it.each([
  ['\u001b]0;owned\u0007', ']0;owned'],
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['عادل  Ünal', 'عادل  Ünal'],
])('%j is printed as %j', (text, printed) => {
  expect(plainLine(text)).toBe(printed);
});
