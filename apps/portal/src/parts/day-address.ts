// The address at which a variable of a day is seen.

/** `day`: YYYY-MM-DD. */
export const dayHref = (
  of: { readonly datastream: string; readonly variable: string },
  day: string,
): string =>
  `#/quicklooks/${encodeURIComponent(of.datastream)}/${encodeURIComponent(of.variable)}?date=${day.replaceAll('-', '')}`;
