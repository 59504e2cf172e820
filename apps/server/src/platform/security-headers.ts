// What every reply tells browsers to refuse. Strict: nothing from elsewhere, nothing inline, no frames, no devices.
import type { FastifyHelmetOptions } from '@fastify/helmet';

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

/** Of the powers of a browser the portal uses none but the clipboard. */
export const PERMISSIONS_POLICY =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=(), browsing-topics=()';
