// Whether a caller is a browser that shows a page, or a program that takes anything.
import Negotiator from 'negotiator';

/** Whether a caller names HTML and wants it before JSON: browsers do, programs that accept anything do not. */
export const prefersHtml = (accept: string | undefined): boolean =>
  accept !== undefined &&
  new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) ===
    'text/html';
