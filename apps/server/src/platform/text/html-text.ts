// Text that is safe inside HTML, and the pictures and XML of this server, in elements and in quoted
// attributes.

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Leaves out characters that neither XML 1.0 nor HTML allows (control characters, lone surrogates):
 * texts of files have any, and a picture with one of them is not shown.
 */
export const allowedText = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

export const htmlText = (text: string): string =>
  allowedText(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
