// Which form a client wants, by its Accept header (RFC 9110): the page, or one of the records.
import Negotiator from 'negotiator';
import type { PageFormat } from '../../core/pages/formats/all-formats.ts';

const HTML = 'text/html';
/** Clients that ask for any XML or JSON get these. */
const GENERAL: Readonly<Record<string, string>> = {
  'application/json': 'application/ld+json',
  'text/xml': 'application/xml',
};

/**
 * Parameters of a media type except its weight, such as profiles and character sets; they are
 * ignored, because each form exists only once.
 */
const PARAMETERS = /;\s*(?!q\s*=)[\w.+-]+\s*=\s*("[^"]*"|[^;,]*)/gi;

/** Undefined: the page. Null: nothing that the client accepts. */
export function wantedFormat(
  accept: string | undefined,
  offered: readonly PageFormat[],
): PageFormat | null | undefined {
  if (!accept) return undefined;
  const types = [HTML, ...offered.map((format) => format.type), ...Object.keys(GENERAL)];
  const plain = accept.replace(PARAMETERS, '');
  const chosen = new Negotiator({ headers: { accept: plain } }).mediaType(types);
  if (chosen === undefined) return null;
  if (chosen === HTML) return undefined;
  const type = Object.hasOwn(GENERAL, chosen) ? GENERAL[chosen] : chosen;
  return offered.find((format) => format.type === type) ?? null;
}
