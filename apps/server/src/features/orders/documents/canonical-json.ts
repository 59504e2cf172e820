// JSON with one spelling: keys sorted, no blanks; so that equal content has equal bytes and a hash means something.
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

const ITEMS_PER_TURN = 500;

/** The same of something large, in turns of the event loop. */
export async function canonicalJsonInTurns(value: unknown): Promise<string> {
  if (Array.isArray(value)) {
    const parts: string[] = [];
    for (let at = 0; at < value.length; at += ITEMS_PER_TURN) {
      parts.push(
        value
          .slice(at, at + ITEMS_PER_TURN)
          .map(canonicalJson)
          .join(','),
      );
      await nextTurn();
    }
    return `[${parts.join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return canonicalJson(value);
  const members: string[] = [];
  for (const [key, item] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (item !== undefined)
      members.push(`${JSON.stringify(key)}:${await canonicalJsonInTurns(item)}`);
  return `{${members.join(',')}}`;
}

export const sha256Hex = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex');
