// Names under which files are delivered: what an archive calls a file may mislead a person or a program. Pure.

import { createHash } from 'node:crypto';

/** Controls, marks that turn the direction of what follows, invisible signs, and what folders and shells take for their own. */
const MISLEADING =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\\/:*?"<>|]/gu;

/**
 * Without what misleads; a name that begins with - (an option) or . (hidden) gets a sign before it. What had to be changed
 * carries a mark of its own, so that two files never get one name.
 */
export function safeName(name: string): string {
  const plain = name.replace(MISLEADING, '_').replace(/[. ]+$/, '');
  const safe = /^[-.]/.test(plain) || plain === '' ? `_${plain}` : plain;
  if (safe === name) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
  return safe.replace(/(\.\w+)?$/, `~${mark}$1`);
}
