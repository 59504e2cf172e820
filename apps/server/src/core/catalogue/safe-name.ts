// Names under which files are delivered: what an archive calls a file may mislead a person or a
// program. Pure.

import { createHash } from 'node:crypto';

/**
 * Control characters, marks that turn the direction of text, invisible characters, and those with a
 * meaning to folders and shells.
 */
const MISLEADING =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\\/:*?"<>|]/gu;

/**
 * File systems have room for 255 bytes, of which dates, numbers and endings that are added take
 * some.
 */
const MOST_BYTES = 180;

/**
 * The name without what misleads; one that begins with - (an option) or . (hidden) gets a character
 * before it, and one that is too long for what is added to it loses its end. A changed name carries
 * a mark of its own, so that two files never get the same name.
 */
export function safeName(name: string): string {
  const plain = name.replace(MISLEADING, '_').replace(/[. ]+$/, '');
  const safe = /^[-.]/.test(plain) || plain === '' ? `_${plain}` : plain;
  if (safe === name && Buffer.byteLength(name) <= MOST_BYTES) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
  const ending = `~${mark}${/\.\w{1,20}$/.exec(safe)?.[0] ?? ''}`;
  const stem = safe.slice(0, safe.length - (ending.length - mark.length - 1));
  return `${shortened(stem, MOST_BYTES - Buffer.byteLength(ending))}${ending}`;
}

/** As many of its characters as fit into so many bytes of UTF-8. */
function shortened(text: string, most: number): string {
  let [kept, bytes] = ['', 0];
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}
