// Which addresses the generated code calls. Pure.
import { SERVICE_PATHS } from '../calls/config.ts';
import type { CodeRequest } from './plan.ts';

/** `origin` without a slash at its end; services that run elsewhere have addresses of their own. */
export function codeAddresses(
  origin: string,
  services: { readonly live?: string | undefined; readonly order?: string | undefined } = {},
): Pick<CodeRequest, 'live' | 'order' | 'tokenPage'> {
  const absolute = (path: string): string =>
    (/^https?:/.test(path) ? path : `${origin}${path}`).replace(/\/$/, '');
  return {
    live: absolute(services.live ?? SERVICE_PATHS.live),
    order: absolute(services.order ?? SERVICE_PATHS.order),
    tokenPage: `${absolute(SERVICE_PATHS.portal)}/#/account/tokens`,
  };
}
