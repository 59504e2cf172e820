// Headers by which every reply tells browsers what to refuse: anything from elsewhere, anything
// inline, frames, devices.
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';

const CSP = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
} as const;

const YEAR_SECONDS = 31_536_000;

/**
 * `secure`: the public address uses https; hosts below its name are not included. `tiles`: the
 * address of the map's tiles if they come from elsewhere, which is then the only other origin that
 * pages may call.
 */
export const helmetOptions = (secure: boolean, tiles?: string): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { ...CSP, connectSrc: [...CSP.connectSrc, ...originOf(tiles)] },
  },
  frameguard: { action: 'deny' },
  hsts: secure ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
});

/** The origin of an address elsewhere; none for a path, which is our own. */
function originOf(address: string | undefined): readonly string[] {
  if (!address || !URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}

/**
 * The same policy as text, for answers that are written before anything else has looked at a
 * request.
 */
export const CSP_TEXT = Object.entries(CSP)
  .map(
    ([name, values]) =>
      `${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} ${values.join(' ')}`,
  )
  .join(';');

export function harden(reply: FastifyReply): void {
  reply
    .header('content-security-policy', CSP_TEXT)
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer');
}

/** Of a browser's permissions the portal uses only the clipboard. */
export const PERMISSIONS_POLICY =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=(), browsing-topics=()';
