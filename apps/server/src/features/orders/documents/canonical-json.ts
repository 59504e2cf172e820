// JSON spelt in one way only (keys sorted, no blanks), so that equal content has equal bytes and a
// hash means something.
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

/** The same for a large value; yields to the event loop. */
export async function canonicalJsonInSteps(value: unknown): Promise<string> {
  let text = '';
  for await (const piece of pieces(value)) text += piece;
  return text;
}

/** SHA-256 of it. */
export async function canonicalHash(value: unknown): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces(value)) hash.update(piece);
  return hash.digest('hex');
}

async function* pieces(value: unknown): AsyncGenerator<string, void> {
  if (Array.isArray(value)) {
    yield '[';
    for (let at = 0; at < value.length; at += ITEMS_PER_TURN) {
      const items = value.slice(at, at + ITEMS_PER_TURN).map(canonicalJson);
      yield `${at > 0 ? ',' : ''}${items.join(',')}`;
      await nextTurn();
    }
    yield ']';
  } else if (typeof value !== 'object' || value === null) yield canonicalJson(value);
  else {
    yield '{';
    const members = Object.entries(value).filter(([, item]) => item !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [place, [key, item]] of members.entries()) {
      yield `${place > 0 ? ',' : ''}${JSON.stringify(key)}:`;
      yield* pieces(item);
    }
    yield '}';
  }
}

export const sha256Hex = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex');
