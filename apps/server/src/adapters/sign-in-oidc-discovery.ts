// What an OpenID Connect site says of itself: fetched, checked for what sign-ins need, and kept for
// an hour.
import * as oidc from 'openid-client';
import type { SignInSiteSettings } from '../platform/config/sign-in-settings.ts';
import { SiteRefusal } from '../ports/sign-in-site.ts';
import { boundedFetch } from './outside-service.ts';

/** The site's description of itself is fetched again after this long. */
const DISCOVERY_MS = 3_600_000;
/** Most bytes of any answer: the site's description of itself, its keys, tokens, a person. */
export const MOST_BYTES = 1 << 20;

/** Returns a function that gives the site's description; a failure is not kept. */
export function keptDiscovery(settings: SignInSiteSettings, patience: number) {
  let known: { readonly at: number; readonly config: Promise<oidc.Configuration> } | undefined;
  return (): Promise<oidc.Configuration> => {
    if (known && Date.now() - known.at < DISCOVERY_MS) return known.config;
    const config = discover(settings, patience);
    known = { at: Date.now(), config };
    config.catch(() => {
      known = undefined; // the next one asks again
    });
    return config;
  };
}

/**
 * `patience` in seconds, for each answer. Rejects when the site is away, or describes itself as a
 * different one.
 */
export async function discover(
  settings: SignInSiteSettings,
  patience: number,
): Promise<oidc.Configuration> {
  const { clientId, clientSecret, issuer, label, pkce } = settings;
  const config = await oidc.discovery(
    new URL(issuer),
    clientId,
    { ...(clientSecret ? { client_secret: clientSecret } : {}) },
    clientSecret ? bySecret(clientSecret) : oidc.None(),
    {
      timeout: patience,
      [oidc.customFetch]: boundedFetch(MOST_BYTES, issuer),
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
  if (pkce === 'advertised' && !config.serverMetadata().supportsPKCE())
    throw new SiteRefusal(
      `${label} does not advertise PKCE with S256, which this archive requires of it. Its operators have to look at that.`,
    );
  return config;
}

/** In the header, as the standard has it, unless the site takes it in the body only. */
const bySecret =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const inBody = methods !== undefined && !methods.includes('client_secret_basic');
    const how = inBody ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
    return how(server, client, body, headers);
  };
