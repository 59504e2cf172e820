// The notice of an identity provider that a user signed out there: trusted only if it is signed,
// fresh, addressed to us and about a sign-out.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import type { SignInSiteSettings } from '../platform/config/sign-in-settings.ts';
import { SiteRefusal } from '../ports/sign-in-site.ts';
import { signInSiteSuite } from '../ports/testing/sign-in-site-suite.ts';
import { openOidcSite } from './sign-in-oidc.ts';
import { CLIENT, oidcServer, signInThere } from './testing/oidc-server.ts';

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

const SETTINGS: Omit<SignInSiteSettings, 'issuer'> = {
  ...CLIENT,
  id: 'lab',
  label: 'Lab account',
  scope: 'openid email profile',
  trustEmail: false,
  emailDomains: [],
  pkce: 'always',
};
const HASTE = { ...SETTINGS, clientSecret: 's3cret' };

signInSiteSuite(
  'OpenID Connect',
  async () => {
    const server = await oidcServer('http://archive.example');
    server.people.set('ada', { email: 'ada@example.org', email_verified: true });
    return {
      site: openOidcSite({ ...SETTINGS, issuer: server.issuer }),
      signIn: (address, answer) => signInThere(address, 'ada', answer),
      close: () => server.close(),
    };
  },
  (url) => openOidcSite({ ...HASTE, issuer: url }, 0.3),
  async (url) => {
    const server = createServer((_, reply) => {
      const about = {
        issuer,
        jwks_uri: `${issuer}/keys`,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${url}/token`,
        code_challenge_methods_supported: ['S256'],
      };
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(about));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // it listens on a port
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      site: openOidcSite({ ...HASTE, issuer }, 2),
      close: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  },
);

it('the sign-out notice believes the signed word of its site, and no other', async () => {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const server = createServer((request, reply) => {
    const about = {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ['S256'],
    };
    reply.setHeader('content-type', 'application/json');
    if (request.url === '/token')
      void idToken().then((id_token) =>
        reply.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token })),
      );
    else reply.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : about));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // it listens on a port
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const site = openOidcSite({
    id: 'lab',
    label: 'Lab',
    issuer,
    clientId: 'isobar',
    scope: 'openid',
    trustEmail: false,
    emailDomains: [],
    pkce: 'always',
  });
  const now = Math.floor(Date.now() / 1000);
  const token = (claims: object = {}, key = own.privateKey) =>
    new SignJWT({
      iss: issuer,
      aud: 'isobar',
      sub: 'ada',
      iat: now,
      jti: '1',
      events: EVENTS,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(key);
  const signedAt = { iat: now };
  let nonce = '';
  const idToken = () => {
    const told = { events: undefined, jti: undefined, nonce, exp: signedAt.iat + 600 };
    return token({ ...signedAt, ...told });
  };
  const finish = async (iat: number) => {
    signedAt.iat = iat;
    const { address, memory } = await site.begin('http://archive.example/callback');
    const asked = new URL(address).searchParams;
    nonce = asked.get('nonce') ?? '';
    const back = new URL(`http://archive.example/callback?code=c&state=${asked.get('state')}`);
    return await site.finish(back, memory);
  };
  expect((await finish(now + 10)).subject).toBe('ada');
  for (const ahead of [60, 3600, 86_400])
    await expect(finish(now + ahead)).rejects.toBeInstanceOf(SiteRefusal);
  expect(await site.ended(await token())).toEqual({ subject: 'ada', siteSession: null, at: now });
  const bySession = { sub: undefined, sid: 'session-1' };
  expect(await site.ended(await token(bySession))).toEqual({
    ...{ subject: null, siteSession: 'session-1', at: now },
  });
  // A clock that is a little ahead is believed, and ends nothing that begins later.
  expect((await site.ended(await token({ iat: now + 20 })))?.at).toBeLessThanOrEqual(
    Math.ceil(Date.now() / 1000),
  );
  for (const claims of [
    { iss: 'https://other.example' },
    { aud: 'another client' },
    { iat: now - 3600 },
    { iat: now + 60 },
    { iat: now + 3600 },
    { events: {} },
    { nonce: 'of an id token' },
    { sub: undefined },
    { jti: undefined },
  ])
    expect([claims, await site.ended(await token(claims))]).toEqual([claims, null]);
  expect(await site.ended(await token({}, foreign.privateKey))).toBeNull();
  expect(await site.endAddress('x', 'http://localhost/')).toBeNull(); // it offers none
  server.closeAllConnections();
  server.close();
});
