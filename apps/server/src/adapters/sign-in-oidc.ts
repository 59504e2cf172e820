// Single sign-on by OpenID Connect: discovery, code flow with PKCE, state and nonce, signed ID
// tokens.
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import * as z from 'zod';
import type { SignInSiteSettings } from '../platform/config/sign-in-settings.ts';
import { type EndedThere, type SignInSite, SiteRefusal } from '../ports/sign-in-site.ts';
import { boundedFetch } from './outside-service.ts';
import { toClaims } from './sign-in-oidc-claims.ts';
import { keptDiscovery, MOST_BYTES } from './sign-in-oidc-discovery.ts';
import { examineOidc } from './sign-in-oidc-examine.ts';

/** Seconds, for each answer of the site. */
const PATIENCE = 10;
/** A notice that a session has ended is believed for this long. */
const ENDED_SECONDS = 300;
/**
 * How far the clock of a site may be ahead of ours, in seconds; what is signed later than that was
 * not signed yet.
 */
const AHEAD_SECONDS = 30;

const memory = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callback: z.string(),
});

export function openOidcSite(settings: SignInSiteSettings, patience = PATIENCE): SignInSite {
  const { id, label, issuer, emailDomains } = settings;
  const discovered = keptDiscovery(settings, patience);
  return {
    id,
    label,
    issuer,
    emailDomains,
    roleDays: settings.roles?.days ?? null,
    async begin(callback) {
      const config = await discovered();
      return await beginning(settings, config, callback);
    },
    examine: (callback) =>
      examineOidc(
        settings,
        callback,
        async (config) => (await beginning(settings, config, callback)).address,
        patience,
      ),
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
        if (claims.iat > Date.now() / 1000 + AHEAD_SECONDS)
          throw new Error('The ID token was signed in the future: one of the two clocks is wrong.');
        const more = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return toClaims(settings, claims, more, tokens.id_token);
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
          clockTolerance: AHEAD_SECONDS,
          requiredClaims: ['iat', 'jti', 'events'],
        });
        return endedOf(payload);
      } catch {
        return null;
      }
    },
  };
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const logout = z.object({
  events: z.object({ [LOGOUT_EVENT]: z.looseObject({}) }),
  nonce: z.undefined().optional(),
  iat: z.number(),
  sub: z.string().min(1).max(500).optional(),
  sid: z.string().min(1).max(500).optional(),
});

/** A notice names the person, the session, or both. */
function endedOf(payload: JWTPayload): EndedThere | null {
  const told = logout.safeParse(payload);
  if (!told.success) return null;
  const { sub = null, sid = null, iat } = told.data;
  if (sub === null && sid === null) return null;
  // A notice cannot end what begins after it, however far its clock is ahead.
  return { subject: sub, siteSession: sid, at: Math.min(iat, Math.floor(Date.now() / 1000)) };
}

async function beginning(
  { scope }: SignInSiteSettings,
  config: oidc.Configuration,
  callback: string,
) {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    response_type: 'code',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { address: address.href, memory: JSON.stringify({ state, nonce, verifier, callback }) };
}

const keysAt = (address: string, patience: number) =>
  createRemoteJWKSet(new URL(address), {
    timeoutDuration: patience * 1000,
    [customFetch]: boundedFetch(MOST_BYTES, address),
  });

function refusalOf(label: string, cause: unknown): SiteRefusal {
  if (cause instanceof SiteRefusal) return cause;
  if (cause instanceof oidc.AuthorizationResponseError)
    return new SiteRefusal(
      cause.error === 'access_denied'
        ? `You did not agree at ${label}, so you are not signed in.`
        : `${label} refused the sign-in (${cause.error}).`,
      { cause },
    );
  return new SiteRefusal(`What ${label} answered is not a valid sign-in.`, {
    cause,
  });
}
