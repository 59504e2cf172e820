// The keys of blobs, checked before any store sees them.
import { Problem } from '@isobar/contract/problem.ts';

/** A key's parts; throws Problem 'bad-request' for one that could lead out of its folder. */
export function partsOfKey(key: string): string[] {
  const names = key.split('/');
  const wrong = (name: string) =>
    name === '' || name === '.' || name === '..' || /[\\\0]/.test(name) || name.length > 255;
  if (names.some(wrong)) throw new Problem('bad-request', 'That is not the name of a file here.');
  return names;
}
