// The texts of quality reports as HTML that can do no harm: Markdown or HTML in, a handful of plain
// elements out. Pure.
import { Marked } from 'marked';
import sanitize from 'sanitize-html';
import { htmlText } from '../../platform/text/html-text.ts';
import type { ReportText } from './reports.ts';

/**
 * Longer texts are cut before they are read; an operator cannot write one, a table could hold one.
 */
export const LONGEST_TEXT = 50_000;

/**
 * Elements that a report may use. No pictures and no styles: nothing is fetched, nothing poses as
 * the portal.
 */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ...[
      'p',
      'br',
      'hr',
      'div',
      'span',
      'blockquote',
      'pre',
      'code',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
    ],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'h3', 'h4', 'h5', 'h6'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href ? { href } : {}), rel: 'noopener noreferrer nofollow' },
    }),
    // The page has its own headings above these.
    h1: 'h3',
    h2: 'h4',
  },
};

/** HTML within Markdown passes through, and is sanitised like everything else. */
const markdown = new Marked({ async: false, gfm: true, breaks: true });

/**
 * A whole page of Markdown, whose own headings begin below its title. Links of this site may be
 * followed.
 */
export const markdownHtml = (text: string): string =>
  sanitize(String(markdown.parse(text)), {
    ...ALLOWED,
    allowedTags: [...(ALLOWED.allowedTags || []), 'h2'],
    transformTags: {
      h1: 'h2',
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href, ...(/^https?:/i.test(href) ? { rel: 'noopener noreferrer' } : {}) },
      }),
    },
  });

/** One description. Text without a tag keeps its paragraphs and lines. */
export function safeHtml({ format, text }: Pick<ReportText, 'format' | 'text'>): string {
  const short = text.slice(0, LONGEST_TEXT);
  if (format === 'markdown') return sanitize(String(markdown.parse(short)), ALLOWED);
  return hasTags(short) ? sanitize(short, ALLOWED) : paragraphs(short);
}

/** The same for programs: text without a tag goes as it was written. */
export const safeText = (written: Pick<ReportText, 'format' | 'text'>): string =>
  written.format === 'html' && !hasTags(written.text) ? written.text : safeHtml(written);

const hasTags = (text: string): boolean => /<\/?[a-z!]/i.test(text);

/** All descriptions of a report; those of single datastreams say which. */
export const descriptionHtml = (descriptions: readonly ReportText[]): string =>
  descriptions
    .map((one) => {
      const html = safeHtml(one);
      if (one.datastreams.length === 0) return html;
      const streams = one.datastreams.map((name) => `<code>${htmlText(name)}</code>`).join(', ');
      return `<p><strong>${streams}</strong></p>${html}`;
    })
    .join('');

const paragraphs = (text: string): string =>
  text
    .split(/\r?\n\s*\r?\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${htmlText(unescapeHtml(part.trim())).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');

const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => NAMED[one] ?? one);
