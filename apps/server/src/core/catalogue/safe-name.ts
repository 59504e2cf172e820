// Names under which files are delivered: what an archive calls a file may mislead a person or a program. Pure.

import { createHash } from 'node:crypto';

/**
 * Control characters, marks that turn the direction of text, invisible characters, and those with a meaning to folders and
 * shells.
 */
const MISLEADING =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\\/:*?"<>|]/gu;

/**
 * The name without what misleads; one that begins with - (an option) or . (hidden) gets a character before it. A changed
 * name carries a mark of its own, so that two files never get the same name.
 */
export function safeName(name: string): string {
  const plain = name.replace(MISLEADING, '_').replace(/[. ]+$/, '');
  const safe = /^[-.]/.test(plain) || plain === '' ? `_${plain}` : plain;
  if (safe === name) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
  return safe.replace(/(\.\w+)?$/, `~${mark}$1`);
}
