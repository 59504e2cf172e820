// Single sign-on by OpenID Connect: discovery, code flow with PKCE, state and nonce, signed ID tokens.
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import * as z from 'zod';
import type { SignInSiteSettings } from '../platform/sign-in-settings.ts';
import { type SignInSite, type SiteClaims, SiteRefusal } from '../ports/sign-in-site.ts';
import { boundedFetch } from './outside-service.ts';

/** The site's description of itself is fetched again after this long. */
const DISCOVERY_MS = 3_600_000;
/** Seconds, for each answer of the site. */
const PATIENCE = 10;
/** Most bytes of any answer: the site's description of itself, its keys, tokens, a person. */
const MOST_BYTES = 1 << 20;
/** A notice that a session has ended is believed for this long. */
const ENDED_SECONDS = 300;

const memory = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callback: z.string(),
});
const text = z.string().max(500).catch('');

export function openOidcSite(settings: SignInSiteSettings, patience = PATIENCE): SignInSite {
  const { id, label, issuer } = settings;
  let known: { readonly at: number; readonly config: Promise<oidc.Configuration> } | undefined;
  const discovered = (): Promise<oidc.Configuration> => {
    if (known && Date.now() - known.at < DISCOVERY_MS) return known.config;
    const config = discover(settings, patience);
    known = { at: Date.now(), config };
    config.catch(() => {
      known = undefined; // the next one asks again
    });
    return config;
  };
  return {
    id,
    label,
    issuer,
    async begin(callback) {
      const config = await discovered();
      const verifier = oidc.randomPKCECodeVerifier();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: settings.scope,
        response_type: 'code',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return {
        address: address.href,
        memory: JSON.stringify({ state, nonce, verifier, callback }),
      };
    },
    async finish(address, remembered) {
      const { state, nonce, verifier, callback } = memory.parse(JSON.parse(remembered));
      const config = await discovered();
      const returned = new URL(callback); // behind a proxy our own address may read differently
      returned.search = address.search;
      try {
        const tokens = await oidc.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || !tokens.id_token) throw new Error('The site sent no ID token.');
        const more = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return toClaims(settings, { ...more, ...claims }, tokens.id_token);
      } catch (cause) {
        throw refusalOf(label, cause);
      }
    },
    async endAddress(idToken, backTo) {
      const config = await discovered();
      if (!config.serverMetadata().end_session_endpoint) return null;
      const told = { id_token_hint: idToken, post_logout_redirect_uri: backTo };
      return oidc.buildEndSessionUrl(config, told).href;
    },
    async ended(token) {
      const { jwks_uri, issuer: expected } = (await discovered()).serverMetadata();
      if (!jwks_uri) return null;
      try {
        const { payload } = await jwtVerify(token, keysAt(jwks_uri, patience), {
          issuer: expected,
          audience: settings.clientId,
          maxTokenAge: ENDED_SECONDS,
          clockTolerance: 60,
          requiredClaims: ['iat', 'jti', 'events'],
        });
        const { events, sub, iat, nonce } = payload;
        const isLogout = z.object({ [LOGOUT_EVENT]: z.looseObject({}) }).safeParse(events).success;
        if (!isLogout || nonce !== undefined || !sub || !iat) return null;
        return { subject: sub, at: iat };
      } catch {
        return null;
      }
    },
  };
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const keysAt = (address: string, patience: number) =>
  createRemoteJWKSet(new URL(address), {
    timeoutDuration: patience * 1000,
    [customFetch]: boundedFetch(MOST_BYTES, address),
  });

async function discover(
  settings: SignInSiteSettings,
  patience: number,
): Promise<oidc.Configuration> {
  const { clientId, clientSecret, issuer } = settings;
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
  if (!config.serverMetadata().supportsPKCE())
    throw new Error(`${issuer} does not say that it supports PKCE with S256.`);
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

/** A claim by its name: own properties only, since names come from elsewhere. */
function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function toClaims(
  { issuer, personId, roles, trustEmail }: SignInSiteSettings,
  claims: Readonly<Record<string, unknown>> & { readonly iss?: unknown; readonly sub?: unknown },
  idToken: string,
): SiteClaims {
  const told = (name: string) => text.parse(claimOf(claims, name));
  const email = told('email').trim().toLowerCase();
  const [first = '', ...last] = told('name').split(' ');
  const verified = claimOf(claims, 'email_verified');
  const id = personId ? claimOf(claims, personId) : undefined;
  return {
    issuer: text.parse(claims.iss) || issuer,
    subject: z.string().min(1).max(500).parse(claims.sub),
    email,
    emailVerified: email !== '' && (trustEmail || verified === true || verified === 'true'),
    userName: told('preferred_username') || (email.split('@')[0] ?? ''),
    nameFirst: told('given_name') || first,
    nameLast: told('family_name') || last.join(' '),
    personId: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    roles: roles ? rolesFrom(roles, claimOf(claims, roles.claim)) : null,
    idToken,
  };
}

function rolesFrom(
  { values }: NonNullable<SignInSiteSettings['roles']>,
  claim: unknown,
): readonly string[] {
  const given = (Array.isArray(claim) ? claim : [claim]).filter((v) => typeof v === 'string');
  return [...new Set(given.flatMap((v) => (Object.hasOwn(values, v) ? (values[v] ?? []) : [])))];
}

function refusalOf(label: string, cause: unknown): SiteRefusal {
  if (cause instanceof SiteRefusal) return cause;
  if (cause instanceof oidc.AuthorizationResponseError)
    return new SiteRefusal(
      cause.error === 'access_denied'
        ? `You did not agree at ${label}, so you are not signed in.`
        : `${label} refused the sign-in (${cause.error}).`,
      { cause },
    );
  return new SiteRefusal(`What ${label} answered is not a sign-in that can be believed.`, {
    cause,
  });
}
