// Signing in at sites as Microsoft Entra ID, Google, Keycloak, ORCID and CILogon run them: what
// each describes, signs and tells, played by a real provider, and what `isobar doctor` says of
// each.
import { afterEach, expect, it } from 'vitest';
import type { SignInSiteSettings } from '../platform/config/sign-in-settings.ts';
import { openOidcSite } from './sign-in-oidc.ts';
import { toClaims } from './sign-in-oidc-claims.ts';
import {
  CLIENT,
  type OidcServer,
  oidcServer,
  type SiteShape,
  signInThere,
} from './testing/oidc-server.ts';

const HERE = 'http://archive.example';
const CALLBACK = `${HERE}/services/auth/sso/lab/callback`;
let server: OidcServer | undefined;
afterEach(() => server?.close());

async function open(shape: SiteShape, settings: Partial<SignInSiteSettings> = {}) {
  server = await oidcServer(HERE, { shape });
  const site = openOidcSite({
    ...{ ...CLIENT, id: 'lab', label: 'Lab account', issuer: server.issuer },
    ...{ scope: 'openid email profile', trustEmail: false, emailDomains: [], pkce: 'always' },
    ...settings,
  });
  return { site, people: server.people };
}
async function claimsOf(
  { site, people }: Awaited<ReturnType<typeof open>>,
  told: Record<string, unknown>,
) {
  people.set('ada', told);
  const { address, memory } = await site.begin(CALLBACK);
  expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
  return await site.finish(new URL(await signInThere(address, 'ada')), memory);
}

const without =
  (...names: readonly string[]) =>
  (metadata: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(metadata).filter(([name]) => !names.includes(name)));

/** Entra signs all claims into the ID token, advertises no PKCE and states no email_verified. */
const ENTRA: SiteShape = {
  describe: without('code_challenge_methods_supported'),
  provider: {
    conformIdTokenClaims: false,
    claims: {
      email: ['email', 'xms_edov'],
      profile: ['name', 'preferred_username', 'oid', 'tid', 'roles'],
    },
  },
};

it('Microsoft Entra ID: PKCE is sent though it is not advertised; xms_edov verifies an address', async () => {
  const settings = {
    personId: 'oid',
    roles: { claim: 'roles', values: { Isobar: 'operator' }, days: 30 },
  };
  const ada = { name: 'Ada Byron', preferred_username: 'ada@contoso.example', oid: 'a1b2' };
  const entra = await open(ENTRA, settings);
  const claims = await claimsOf(entra, { ...ada, email: 'ada@contoso.example', roles: ['Isobar'] });
  expect(claims).toMatchObject({
    ...{ emailVerified: false, personId: 'a1b2', roles: ['operator'], nameLast: 'Byron' },
  });
  const found = await entra.site.examine(CALLBACK);
  expect(found.problems).toEqual([]);
  expect(found.notes.join()).toContain('does not advertise PKCE');
  const told = { ...ada, email: 'ada@contoso.example', xms_edov: true };
  expect((await claimsOf(entra, told)).emailVerified).toBe(true);
});

it('a site that does not advertise PKCE is refused where that is demanded, and the reason is stated', async () => {
  const { site } = await open(ENTRA, { pkce: 'advertised' });
  await expect(site.begin(CALLBACK)).rejects.toThrow(/does not advertise PKCE/);
  expect((await site.examine(CALLBACK)).problems.join()).toContain('does not advertise PKCE');
});

it('Microsoft Entra ID for all tenants describes an issuer that no token has; doctor says what to set', async () => {
  const { site } = await open({
    describe: (metadata) => ({ ...metadata, issuer: 'https://login.example/{tenantid}/v2.0' }),
  });
  await expect(site.begin(CALLBACK)).rejects.toThrow();
  expect((await site.examine(CALLBACK)).problems.join()).toMatch(/different issuer.*tenant/);
});

it('Google: verified addresses, no sign-out there', async () => {
  const google = await open({ describe: without('end_session_endpoint') });
  const told = { email: 'ada@example.org', email_verified: true, given_name: 'Ada' };
  expect(await claimsOf(google, told)).toMatchObject({ emailVerified: true, nameFirst: 'Ada' });
  expect(await google.site.endAddress('x', HERE)).toBeNull();
  const { problems, notes } = await google.site.examine(CALLBACK);
  expect([problems, notes.join()]).toEqual([
    [],
    expect.stringContaining('does not sign out there'),
  ]);
});

it('Keycloak: groups, a session id, and a sign-out at both ends', async () => {
  const keycloak = await open(
    {
      provider: {
        features: {
          backchannelLogout: { enabled: true },
          devInteractions: { enabled: true },
        },
        clients: [
          {
            ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret },
            ...{ redirect_uris: [CALLBACK], backchannel_logout_session_required: true },
            backchannel_logout_uri: `${HERE}/services/auth/sso/lab/ended`,
          },
        ],
      },
    },
    { roles: { claim: 'groups', values: { ops: 'operator' }, days: 30 } },
  );
  const told = { email: 'ada@example.org', email_verified: true, groups: ['ops'] };
  const claims = await claimsOf(keycloak, told);
  expect(claims).toMatchObject({ roles: ['operator'], emailVerified: true });
  expect(claims.siteSession).not.toBe('');
  expect(await keycloak.site.endAddress(claims.idToken, HERE)).toContain('id_token_hint');
});

it('ORCID: one scope, the secret in the body, no address; the iD is the subject', async () => {
  const orcid = await open(
    {
      describe: (metadata) => ({
        ...without('code_challenge_methods_supported')(metadata),
        scopes_supported: ['openid'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      }),
      provider: {
        clients: [
          {
            ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret },
            ...{ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_post' },
          },
        ],
        claims: { openid: ['sub', 'given_name', 'family_name'] },
      },
    },
    { scope: 'openid', personId: 'sub' },
  );
  const claims = await claimsOf(orcid, { given_name: 'Ada', family_name: 'Byron' });
  expect(claims).toMatchObject({ email: '', emailVerified: false, personId: 'ada' });
  expect(claims).toMatchObject({ nameFirst: 'Ada', nameLast: 'Byron' });
  const { problems, notes } = await orcid.site.examine(CALLBACK);
  expect([problems, notes.join()]).toEqual([
    [],
    expect.stringContaining('may not state an address'),
  ]);
  const wide = openOidcSite({
    ...{ ...CLIENT, id: 'lab', label: 'Lab', issuer: server?.issuer ?? '', trustEmail: false },
    ...{ scope: 'openid email profile', emailDomains: [], pkce: 'always' },
  });
  expect((await wide.examine(CALLBACK)).problems.join()).toContain('does not know the scope email');
});

it('CILogon and eduGAIN: an address that is not verified, the name of an institution as id', async () => {
  const settings = { personId: 'eppn', scope: 'openid email profile org.cilogon.userinfo' };
  const cilogon = await open(
    {
      provider: {
        scopes: ['openid', 'org.cilogon.userinfo'],
        claims: {
          email: ['email'],
          profile: ['given_name', 'family_name'],
          'org.cilogon.userinfo': ['eppn', 'idp'],
        },
      },
    },
    settings,
  );
  const told = { email: 'ada@uni.example', eppn: 'ab12@uni.example', given_name: 'Ada' };
  expect(await claimsOf(cilogon, told)).toMatchObject({
    ...{ email: 'ada@uni.example', emailVerified: false, personId: 'ab12@uni.example' },
  });
});

it('email_verified and the address that it vouches for come from one answer of the site', () => {
  const settings = {
    ...{ ...CLIENT, id: 'lab', label: 'Lab', issuer: 'https://id.example', scope: 'openid' },
    ...{ trustEmail: false, emailDomains: [], pkce: 'always' as const },
  };
  const verified = (signed: object, more: object): boolean =>
    toClaims(settings, { iss: settings.issuer, sub: 'ada', ...signed }, { ...more }, '')
      .emailVerified;
  const email = 'victim@example.org';
  expect(verified({ email_verified: true }, { email })).toBe(false);
  expect(verified({ xms_edov: true }, { email })).toBe(false);
  expect(verified({ email }, { email_verified: true })).toBe(false);
  expect(verified({ email }, { email, email_verified: true })).toBe(false);
  expect(verified({}, { email, email_verified: true })).toBe(true);
  expect(verified({ email, email_verified: 'true' }, {})).toBe(true);
  expect(verified({ email_verified: true }, {})).toBe(false);
});

it('doctor finds a wrong secret, an address that is not registered, and a site that is away', async () => {
  const { site } = await open({}, { clientSecret: 'not the secret of this client' });
  expect((await site.examine(CALLBACK)).problems.join()).toContain('does not know clientId');
  const { site: other } = await open({});
  const moved = await other.examine('http://moved.example/services/auth/sso/lab/callback');
  expect(moved.problems.join()).toContain('registered there as a redirect address');
  await server?.close();
  server = undefined;
  expect((await other.examine(CALLBACK)).problems.join()).toContain('cannot be read');
});
