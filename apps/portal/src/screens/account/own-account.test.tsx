// The account's own pages: names, address, password, sessions, tokens, leaving; signing up and the
// links of mails.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import {
  config,
  openPortal,
  problem,
  servedPortal,
  server,
  session,
  signedIn,
} from '../../testing/open-portal.tsx';

servedPortal();

/** What was sent to an address, in order. */
function sentTo(method: 'post' | 'put' | 'delete', path: string, reply: object = {}) {
  const sent: { path: string; body: unknown }[] = [];
  server.use(
    http[method](`*/services/${path}`, async ({ request }) => {
      const text = await request.text();
      const { pathname } = new URL(request.url);
      sent.push({ path: pathname, body: text === '' ? null : JSON.parse(text) });
      return HttpResponse.json(reply);
    }),
  );
  return sent;
}
const now = '2026-11-22T10:00:00Z';
const SESSIONS = [
  {
    sessionId: 'a',
    startedAt: now,
    lastUsedAt: now,
    device: 'Firefox on Linux',
    provider: '',
    current: true,
  },
  {
    sessionId: 'b',
    startedAt: now,
    lastUsedAt: now,
    device: 'Safari on iOS',
    provider: 'Lab account',
    current: false,
  },
];
const TOKEN = {
  tokenId: 't1',
  name: 'notebook',
  scopes: ['data'],
  createdAt: now,
  expiresAt: '2027-01-01T00:00:00Z',
  lastUsedAt: null,
  expired: false,
};

it('the account page does not request a sign-in while the session is unknown', async () => {
  signedIn();
  server.use(http.get('*/services/auth/login', () => problem(503, 'unavailable')));
  openPortal('/account/order');
  expect(await screen.findByText('Your sign-in could not be checked.')).toBeTruthy();
  expect(screen.queryByText('Please sign in')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the account page changes name and address, and tells that a mail is on its way', async () => {
  signedIn();
  const names = sentTo('put', 'profile/person', {
    ...session.person,
    email: 'dana@archive.example',
    hasPassword: true,
    shared: false,
    since: now,
    providers: [],
    roles: [],
  });
  const mails = sentTo('post', 'profile/email', { message: 'A mail is on its way.' });
  const { user } = openPortal('/account/profile');
  const first = await screen.findByLabelText('First name');
  await user.clear(first);
  await user.type(first, 'Diana');
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await waitFor(() => expect(names[0]?.body).toEqual({ nameFirst: 'Diana', nameLast: 'Reyes' }));
  await user.type(screen.getByLabelText('New email address'), 'diana@archive.example');
  await user.type(screen.getByLabelText('Current password'), 'isobar-demo');
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  expect(await screen.findByText('A mail is on its way.')).toBeTruthy();
  expect(mails[0]?.body).toEqual({ email: 'diana@archive.example', current: 'isobar-demo' });
});

it('the account page leaves the account of the demo alone', async () => {
  signedIn();
  const shared = { ...session.person, email: 'd@x.invalid', hasPassword: true, shared: true };
  server.use(
    http.get('*/services/profile/person', () =>
      HttpResponse.json({ ...shared, since: now, providers: [], roles: [] }),
    ),
  );
  openPortal('/account/data');
  expect(await screen.findByText(/demonstration account is shared/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
});

it('the account page changes the password, displays typos and refusals in place, and keeps the session', async () => {
  signedIn();
  server.use(
    http.get('*/services/profile/sessions', () => HttpResponse.json({ sessions: SESSIONS })),
    http.put('*/services/profile/password', () =>
      problem(401, 'invalid-credentials', 'Invalid Credentials!'),
    ),
  );
  const { user } = openPortal('/account/security');
  await user.type(await screen.findByLabelText('Current password'), 'wrong');
  await user.type(screen.getByLabelText('New password'), 'a difference engine');
  await user.type(screen.getByLabelText('New password again'), 'a difference engin');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const again = screen.getByLabelText('New password again');
  expect(await screen.findByText('The two passwords differ.')).toBeTruthy();
  expect(again.getAttribute('aria-invalid')).toBe('true');
  await user.type(again, 'e');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('The current password is wrong.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const sent = sentTo('put', 'profile/password', { changed: true });
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Your new password is in effect.')).toBeTruthy();
  expect(sent[0]?.body).toEqual({ current: 'wrong', next: 'a difference engine' });
});

it('the account page lists where one is signed in, and signs out one or all others', async () => {
  signedIn();
  server.use(
    http.get('*/services/profile/sessions', () => HttpResponse.json({ sessions: SESSIONS })),
  );
  const one = sentTo('delete', 'profile/sessions/b', { signedOut: true });
  const others = sentTo('delete', 'profile/sessions', { signedOut: true });
  const { user } = openPortal('/account/security');
  expect(await screen.findByText('this browser')).toBeTruthy();
  expect(screen.getByText(/by Lab account, since 2026-11-22/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Sign out Safari on iOS/ }));
  await waitFor(() => expect(one).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  await waitFor(() => expect(others).toHaveLength(1));
});

it('the account page makes a token with a name, scopes and an end, shows it once, and revokes it when that is meant', async () => {
  signedIn();
  server.use(http.get('*/services/profile/tokens', () => HttpResponse.json({ tokens: [TOKEN] })));
  const made = sentTo('post', 'profile/tokens', { ...TOKEN, token: 'isobar_secret' });
  const { user } = openPortal('/account/tokens');
  await user.type(await screen.findByLabelText('Name'), 'notebook');
  expect(screen.queryByLabelText(/roles of the account/)).toBeNull(); // no user without a role
  await user.click(screen.getByLabelText(/see them and download/));
  await user.selectOptions(screen.getByLabelText('Expires in'), 'a year');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('isobar_secret')).toBeTruthy();
  expect(made[0]?.body).toEqual({ name: 'notebook', scopes: ['data', 'orders:read'], days: 366 });
  const revoked = sentTo('delete', 'profile/tokens/t1', { revoked: true });
  await user.click(screen.getByRole('button', { name: 'Revoke notebook' }));
  const question = within(await screen.findByRole('dialog', { name: 'Revoke notebook?' }));
  expect(revoked).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(revoked).toHaveLength(1));
});

it('the account page is deleted with user name and password, and the browser forgets it', async () => {
  signedIn();
  const sent = sentTo('post', 'profile/leave', { left: true });
  const { user } = openPortal('/account/data');
  expect(
    (await screen.findByRole('link', { name: 'Download everything' })).getAttribute('href'),
  ).toBe('/services/profile/export');
  await user.type(await screen.findByLabelText(/Type your user name, demo/), 'demo');
  await user.type(screen.getByLabelText('Current password'), 'isobar-demo');
  session.person = null;
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  expect(await screen.findByText('Your account is deleted')).toBeTruthy();
  expect(sent[0]?.body).toEqual({ userName: 'demo', current: 'isobar-demo' });
  expect(localStorage.getItem('isobar.signed-in')).toBeNull();
});

const signIn = (sites: readonly object[] = [], registration = true) =>
  http.get('*/discovery/config.json', () =>
    HttpResponse.json({ ...config, signIn: { registration, sites } }),
  );

it('signing up sends name, address and password, and says that a mail is on its way', async () => {
  server.use(signIn());
  const sent = sentTo('post', 'auth/register', { message: 'A mail is on its way.' });
  const { user } = openPortal('/register');
  await user.type(await screen.findByLabelText('First name'), 'Bob');
  await user.type(screen.getByLabelText('Email address'), 'bob@example.org');
  await user.type(screen.getByLabelText('User name'), 'bob');
  await user.type(screen.getByLabelText('Password'), 'an analytical engine');
  await user.type(screen.getByLabelText('Password again'), 'an analytical engine');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('A mail is on its way.')).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    userName: 'bob',
    email: 'bob@example.org',
    nameFirst: 'Bob',
    nameLast: '',
    password: 'an analytical engine',
  });
});

it('signing up is not offered where operators make accounts', async () => {
  server.use(signIn([], false));
  openPortal('/register');
  expect(await screen.findByText('Accounts are created by the archive')).toBeTruthy();
});

it('signing up confirms by the link of the mail, with another user name where the first was taken', async () => {
  server.use(
    http.post('*/services/auth/confirm/look', () =>
      HttpResponse.json({ kind: 'register', email: 'bob@example.org', userName: 'ada' }),
    ),
    http.post('*/services/auth/confirm', () => problem(409, 'conflict', 'ada is taken.')),
  );
  const { user } = openPortal('/confirm/the-key-of-the-mail');
  await user.type(await screen.findByLabelText('Password'), 'an analytical engine');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('ada is taken.')).toBeTruthy();
  const sent = sentTo('post', 'auth/confirm', { kind: 'register', userName: 'bob' });
  await user.clear(screen.getByLabelText('User name'));
  await user.type(screen.getByLabelText('User name'), 'bob');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText(/Your user name is bob/)).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    ...{ key: 'the-key-of-the-mail', userName: 'bob' },
    password: 'an analytical engine',
  });
});

it('signing up resets a forgotten password, and explains what to do about an expired link', async () => {
  const asked = sentTo('post', 'auth/forgotten', { message: 'Sent.' });
  const { user, router } = openPortal('/forgotten');
  await user.type(await screen.findByLabelText('User name or email address'), 'ada');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('Sent.')).toBeTruthy();
  expect(asked[0]?.body).toEqual({ name: 'ada' });
  server.use(
    http.post('*/services/auth/confirm/look', () =>
      HttpResponse.json({ kind: 'password', email: 'ada@example.org', userName: 'ada' }),
    ),
  );
  const sent = sentTo('post', 'auth/confirm', { kind: 'password', userName: 'ada' });
  await router.navigate({ href: '/confirm/first-key-of-the-mail' });
  await user.type(await screen.findByLabelText('New password'), 'a difference engine');
  await user.type(screen.getByLabelText('New password again'), 'a difference engine');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/new password is in effect/)).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    key: 'first-key-of-the-mail',
    password: 'a difference engine',
  });
  server.use(http.post('*/services/auth/confirm/look', () => problem(410, 'gone')));
  await router.navigate({ href: '/confirm/another-key-of-a-mail' });
  expect(await screen.findByText('This link is no longer valid')).toBeTruthy();
});

it('signing up offers each sign-in site, and the ways to an account', async () => {
  server.use(signIn([{ id: 'lab', label: 'Lab account' }]));
  openPortal('/account/order');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in' }));
  expect(dialog.getByRole('link', { name: 'Sign in with Lab account' }).getAttribute('href')).toBe(
    '/services/auth/sso/lab',
  );
  expect(dialog.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    '#/register',
  );
  expect(dialog.getByRole('link', { name: 'Forgotten password?' }).getAttribute('href')).toBe(
    '#/forgotten',
  );
});
