// XML that is escaped by construction: elements as functions, text as text.
import { allowedText } from './html-text.ts';

/** Made by `element` alone. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type XmlPiece = Xml | string | number | null | undefined | false | readonly XmlPiece[];
type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/**
 * An element with its attributes. Attributes that are null are left out, and so is content that is
 * null.
 */
export function element(
  name: string,
  attributes: Attributes,
  ...content: readonly XmlPiece[]
): Xml {
  const told = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inner = content.map(written).join('');
  return new Xml(inner === '' ? `<${name}${told}/>` : `<${name}${told}>${inner}</${name}>`);
}

export const xmlDocument = (root: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`;

function written(piece: XmlPiece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Xml) return piece.text;
  if (typeof piece === 'string') return escaped(piece);
  if (typeof piece === 'number') return String(piece);
  return piece.map(written).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string =>
  allowedText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
