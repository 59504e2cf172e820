// Looks for the number of a challenge, off the page's own thread. Plain JavaScript, since
// crypto.subtle is missing over http.
import type { SupportChallenge } from '@isobar/contract/calls/support.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The number that was used, or null when none fits: then the challenge is not one. */
export function solve({ challenge, salt, maxnumber }: SupportChallenge): number | null {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (bytesToHex(sha256(utf8ToBytes(`${salt}${number}`))) === challenge) return number;
  }
  return null;
}

globalThis.addEventListener?.('message', (event: MessageEvent<SupportChallenge>) => {
  globalThis.postMessage(solve(event.data));
});
