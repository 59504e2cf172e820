// Seals small secrets for the store, and tokens that come back through a browser: readable and
// forgeable by no one else.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  /** Safe in an address. `purpose` is needed again to open it. */
  close(purpose: string, text: string): string;
  /** Null when it was not sealed by this installation for this purpose. */
  open(purpose: string, sealed: string): string | null;
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM under a key that is derived from the installation's own. */
export function sealWith(secret: Uint8Array): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'isobar seal', 32));
  return {
    close(purpose, text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE + TAG) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      try {
        const text = decipher.update(bytes.subarray(NONCE + TAG));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
