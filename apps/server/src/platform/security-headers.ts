// What every reply tells browsers to refuse. Strict: nothing from elsewhere, nothing inline, no frames, no devices.
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

/** `secure`: people reach the site over https. Other hosts below its name are none of its business. */
export const helmetOptions = (secure: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives: CSP },
  frameguard: { action: 'deny' },
  hsts: secure ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
});

/** The same for answers that are written before anything else has looked at a request. */
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

/** Of the powers of a browser the portal uses none but the clipboard. */
export const PERMISSIONS_POLICY =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=(), browsing-topics=()';
