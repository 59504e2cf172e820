// Text that others wrote, made safe to print: on a terminal, in a header, in a line of a list.
// Pure.

/** Marks that turn the direction of the text around them. */
const TURNING = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const NOT_IN_A_LINE = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${TURNING}]+`, 'gu');
/**
 * Line feeds and tabs stay, and so do marks of direction, which a text of several scripts may need.
 */
const NOT_IN_TEXT = /[^\P{Cc}\n\t]+/gu;

/** One line: control characters, separators of lines and marks of direction become a space. */
export const plainLine = (text: string): string => text.replace(NOT_IN_A_LINE, ' ').trim();

/** Several lines, without the control characters by which a terminal is steered. */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(NOT_IN_TEXT, '');
