// Text of files in pages, pictures and records: escaped, and without what makes a document
// unreadable.
import { expect, it } from 'vitest';
import { htmlText } from './html-text.ts';
import { element, xmlDocument } from './xml.ts';

const REFUSED = [
  '\0',
  '\u0001',
  '\b',
  '\u000b',
  '\f',
  '\u001b',
  '\u001f',
  '\ud800',
  '\udc00',
  '\ufffe',
  '\uffff',
];
const ALLOWED = 'a\t\n\r \u007f\u0085\u2028\ud7ff\ue000\ufffd\u{10000}\u{1f600}\u{10ffff}é';

it('characters that XML does not allow are left out, and all others are kept', () => {
  for (const one of REFUSED) {
    expect(htmlText(`a${one}b`)).toBe('ab');
    expect(xmlDocument(element('x', {}, `a${one}b`))).toContain('<x>ab</x>');
  }
  expect(htmlText(ALLOWED)).toBe(ALLOWED);
});

it('signs of markup are written as entities, also beside what is left out', () => {
  expect(htmlText(`<\u0001script>&"'`)).toBe('&lt;script&gt;&amp;&quot;&#39;');
});
