// Text as ASCII, for formats that allow nothing else: '12 µm at 5 °C' becomes '12 um at 5 degC'.

/** What has a usual spelling, after marks and superscripts were taken apart. */
const SPELLED: Readonly<Record<string, string>> = {
  ...{ '°': 'deg', μ: 'u', Ω: 'Ohm', '‰': 'per mille', '±': '+/-', '×': 'x', '·': '.', '÷': '/' },
  ...{ '−': '-', '–': '-', '—': '-', '⁄': '/', '≤': '<=', '≥': '>=', '≈': '~', '…': '...' },
  ...{ '‘': "'", '’': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '→': '->' },
  ...{
    ß: 'ss',
    æ: 'ae',
    Æ: 'AE',
    ø: 'o',
    Ø: 'O',
    œ: 'oe',
    Œ: 'OE',
    đ: 'd',
    Đ: 'D',
    ł: 'l',
    Ł: 'L',
  },
};

/**
 * Printable ASCII and line ends stay; letters lose their marks, and what has no usual spelling
 * becomes '?'.
 */
export const asciiOf = (text: string): string =>
  /^[\x20-\x7e\n]*$/.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/[^\x20-\x7e\n]/gu, (character) => SPELLED[character] ?? '?');
