// HTML that is escaped by construction: the values in a template are text, unless they are already
// HTML.
import { htmlText } from './html-text.ts';

/** Made by `html` only, so that no text becomes markup by accident. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/**
 * html`<p>${text}</p>`: values are escaped, also inside quoted attributes; lists are joined; null
 * and false are nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  let text = strings[0] ?? '';
  for (const [n, value] of values.entries()) text += written(value) + (strings[n + 1] ?? '');
  return new Html(text);
}

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string') return htmlText(piece);
  if (typeof piece === 'number') return String(piece);
  return piece.map(written).join('');
}

/** An address for `href`: on this site, or http(s); anything else leads nowhere. */
export const safeAddress = (address: string): string =>
  /^(https?:\/\/|\/(?!\/)|#)/i.test(address) ? address : '#';

/** JSON inside a script element that is data: nothing in it can end the element. */
export const jsonData = (value: unknown): Html =>
  new Html(
    JSON.stringify(value)
      .replace(/</g, '\\u003c')
      .replace(/\u2028|\u2029/g, ' '),
  );
