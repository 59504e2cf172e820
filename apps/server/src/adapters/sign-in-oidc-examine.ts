// What `isobar doctor` finds at an OpenID Connect site: what prevents sign-ins, and what an
// operator should know.
import * as oidc from 'openid-client';
import type { SignInSiteSettings } from '../platform/config/sign-in-settings.ts';
import { type SiteFindings, SiteRefusal } from '../ports/sign-in-site.ts';
import { boundedFetch, boundedJson } from './outside-service.ts';
import { discover, MOST_BYTES } from './sign-in-oidc-discovery.ts';

type Metadata = ReturnType<oidc.Configuration['serverMetadata']>;

/**
 * `begin` is the address to which a browser would be sent. `patience` in seconds, for each of a
 * handful of answers.
 */
export async function examineOidc(
  settings: SignInSiteSettings,
  callback: string,
  begin: (config: oidc.Configuration) => Promise<string>,
  patience: number,
): Promise<SiteFindings> {
  let config: oidc.Configuration;
  try {
    config = await discover(settings, patience);
  } catch (error) {
    return { problems: [whyUnknown(settings, error)], notes: [] };
  }
  const metadata = config.serverMetadata();
  const problems = [...METADATA_CHECKS.flatMap((check) => check(metadata, settings) ?? [])];
  for (const ask of [keysProblem, clientProblem]) {
    const problem = await ask(config, callback, patience);
    if (problem !== null) problems.push(problem);
  }
  if (problems.length === 0) {
    const problem = await beginProblem(await begin(config), callback, patience);
    if (problem !== null) problems.push(problem);
  }
  return { problems, notes: NOTES.flatMap((note) => note(metadata, settings) ?? []) };
}

/** Why the site's description could not be had. */
function whyUnknown({ issuer }: SignInSiteSettings, error: unknown): string {
  if (error instanceof SiteRefusal) return error.message;
  const where = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const texts: string[] = [];
  for (let at: unknown = error; at instanceof Error && texts.length < 4; at = at.cause)
    texts.push(at.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return `${where} describes a different issuer: set issuer to exactly what is stated there (for Microsoft Entra ID with the id of the tenant, not common or organizations)`;
  return `${where} cannot be read: ${texts.join(': ')}`;
}

type Check = (metadata: Metadata, settings: SignInSiteSettings) => string | undefined;

const METADATA_CHECKS: readonly Check[] = [
  ({ authorization_endpoint }) =>
    authorization_endpoint ? undefined : 'it names no address to sign in at',
  ({ token_endpoint }) => (token_endpoint ? undefined : 'it names no address for tokens'),
  ({ jwks_uri }) => (jwks_uri ? undefined : 'it names no keys, so its tokens cannot be checked'),
  ({ response_types_supported: types }) =>
    !types || types.includes('code') ? undefined : 'it does not offer the code flow',
  ({ scopes_supported: known }, { scope }) => {
    const unknown = known ? scope.split(' ').filter((name) => !known.includes(name)) : [];
    return unknown.length > 0
      ? `it does not know the scope ${unknown.join(', ')}: set scope to what it knows (${known?.slice(0, 12).join(' ')})`
      : undefined;
  },
  ({ id_token_signing_alg_values_supported: algorithms }) =>
    !algorithms || algorithms.some((name) => /^(RS|PS|ES|Ed)/.test(name))
      ? undefined
      : `it signs with ${algorithms.join(', ')} only, which anyone who knows the secret could forge`,
  ({ token_endpoint_auth_methods_supported: methods }, { clientSecret }) =>
    !clientSecret || !methods || methods.some((name) => /^client_secret_(basic|post)$/.test(name))
      ? undefined
      : `it takes no client secret but ${methods.join(', ')}`,
];

const NOTES: readonly Check[] = [
  (metadata, { pkce }) =>
    pkce === 'always' && !metadata.supportsPKCE()
      ? 'does not advertise PKCE; it is sent all the same'
      : undefined,
  ({ claims_supported: claims, userinfo_endpoint }, { scope }) =>
    !scope.split(' ').includes('email') ||
    (claims && !claims.includes('email') && !userinfo_endpoint)
      ? 'may not state an address: newcomers give one and open a link that is mailed there'
      : undefined,
  (_, { emailDomains }) =>
    emailDomains.length === 0
      ? 'owns no emailDomains: an account that exists is connected after its password or a mailed link'
      : undefined,
  ({ end_session_endpoint }) =>
    end_session_endpoint ? undefined : 'signing out here does not sign out there',
  ({ backchannel_logout_supported }) =>
    backchannel_logout_supported === true ? undefined : 'signing out there does not sign out here',
];

async function keysProblem(config: oidc.Configuration, _: string, patience: number) {
  const { jwks_uri } = config.serverMetadata();
  if (!jwks_uri) return null;
  try {
    const reply = await boundedFetch(MOST_BYTES, jwks_uri)(jwks_uri, {
      ...{ method: 'GET', headers: {}, redirect: 'manual' },
      signal: AbortSignal.timeout(patience * 1000),
    });
    const told = await boundedJson(reply, MOST_BYTES, jwks_uri);
    const keys = typeof told === 'object' && told && 'keys' in told ? told.keys : undefined;
    return Array.isArray(keys) && keys.length > 0 ? null : `${jwks_uri} has no keys`;
  } catch (error) {
    return `its keys cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

/**
 * Shows a code that is none: a site that knows the client refuses the code, any other refuses the
 * client.
 */
async function clientProblem(config: oidc.Configuration, callback: string): Promise<string | null> {
  if (!config.serverMetadata().token_endpoint) return null;
  try {
    await oidc.genericGrantRequest(config, 'authorization_code', {
      code: 'isobar-doctor',
      redirect_uri: callback,
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
    return null;
  } catch (error) {
    const refused =
      error instanceof oidc.ResponseBodyError
        ? error.error
        : error instanceof oidc.WWWAuthenticateChallengeError
          ? 'invalid_client'
          : null;
    if (refused === 'invalid_client' || refused === 'unauthorized_client')
      return `it does not know clientId with this clientSecret (${refused})`;
    if (refused !== null) return null; // it is the code that it refuses
    return `its address for tokens does not answer as it should: ${error instanceof Error ? error.message : error}`;
  }
}

/** A site that refuses to begin a sign-in mostly does not know the address to come back to. */
async function beginProblem(address: string, callback: string, patience: number) {
  try {
    const reply = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patience * 1000),
    });
    await reply.body?.cancel();
    if (reply.status < 400) return null;
    return `it refuses to begin a sign-in (${reply.status}): is ${callback} registered there as a redirect address?`;
  } catch (error) {
    return `its sign-in page does not answer: ${error instanceof Error ? error.message : error}`;
  }
}
