// The part of the address after '?': plain names and values, nothing but text.

export const parseQuery = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text.replace(/^\?/, '')));

/**
 * Leaves out what is undefined, null or empty; writes characters that need no escape as they are.
 */
export function formatQuery(values: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}
