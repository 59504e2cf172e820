// Signing in, its refusals, and the way back.
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import {
  config,
  openPortal,
  person,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';
import { askToSignIn } from './ask.ts';
import { rememberRoute, takeRoute } from './return-route.ts';

const LOGIN = '*/services/auth/login';

servedPortal();

async function openDialog(path = '/saved') {
  const opened = openPortal(path);
  await screen.findByRole('heading', { level: 1 });
  const signedIn = askToSignIn();
  await screen.findByRole('dialog', { name: 'Sign in' });
  return { ...opened, signedIn };
}

async function typeAndSend(user: Awaited<ReturnType<typeof openDialog>>['user']) {
  await user.type(await screen.findByLabelText(/User name, ID/), 'demo');
  await user.type(screen.getByLabelText('Password'), 'isobar-demo');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('signing in takes user name or ID and password, on demand', async () => {
  let authorization: string | null = null;
  server.use(
    http.post(LOGIN, ({ request }) => {
      authorization = request.headers.get('authorization');
      return HttpResponse.json(person);
    }),
  );
  const { user, signedIn } = await openDialog();
  await typeAndSend(user);
  expect(await signedIn).toBe(true);
  expect(authorization).toBe(`Basic ${btoa('demo:isobar-demo')}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Dana Reyes')).toBeTruthy();
});

it('a 401 says Invalid Credentials!, another 403 Invalid Session!', async () => {
  server.use(http.post(LOGIN, () => problem(401, 'invalid-credentials')));
  const { user } = await openDialog();
  await typeAndSend(user);
  expect(await screen.findByText('Invalid Credentials!')).toBeTruthy();
  server.use(http.post(LOGIN, () => problem(403, 'invalid-session')));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Invalid Session!')).toBeTruthy();
});

it('other failures show none of the three messages, and still say what to do', async () => {
  server.use(http.post(LOGIN, () => problem(500, 'unexpected', 'Broken')));
  const { user } = await openDialog();
  await typeAndSend(user);
  expect(await screen.findByText(/not possible just now/)).toBeTruthy();
  expect(screen.queryByText(/Invalid|expired/)).toBeNull();
});

it('an expired account leads to the account page, which displays the reason', async () => {
  server.use(http.post(LOGIN, () => problem(403, 'account-expired')));
  const { user, signedIn, router } = await openDialog();
  await typeAndSend(user);
  expect(await signedIn).toBe(false);
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/profile'));
  expect(await screen.findByText('Account expired!')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('signing in leads back to the remembered route', async () => {
  const { user, router } = await openDialog();
  rememberRoute('/results/s::rain');
  await typeAndSend(user);
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/s::rain'));
});

it('signing in is asked where a call was refused, and the way back there is kept', async () => {
  signedIn();
  server.use(
    http.get(LOGIN, () => HttpResponse.json({ ...person, roles: ['operator'] })),
    http.get('*/services/operate/people', () => problem(401, 'no-session')),
  );
  openPortal('/operate/people');
  await screen.findByRole('dialog', { name: 'Sign in' });
  expect(takeRoute()).toBe('/operate/people');
});

it('closing the dialog is an answer too', async () => {
  const { user, signedIn } = await openDialog();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await signedIn).toBe(false);
});

it('signing in shows the demo account only where there is one', async () => {
  const { user } = await openDialog();
  await screen.findByLabelText('Password');
  expect(screen.queryByText(/demonstration archive/)).toBeNull();
  await user.keyboard('{Escape}');
});

it('signing in names the demo account of a demo archive', async () => {
  const demoLogin = { userName: 'demo', password: 'isobar-demo' };
  server.use(
    http.get('*/discovery/config.json', () => HttpResponse.json({ ...config, demoLogin })),
  );
  const { user } = await openDialog();
  expect(await screen.findByText('isobar-demo')).toBeTruthy();
  await user.keyboard('{Escape}');
});

it('a ticket in the address signs in and leaves the address', async () => {
  let ticket: string | null = null;
  server.use(
    http.get(LOGIN, ({ request }) => {
      const sent = new URL(request.url).searchParams.get('ticket');
      if (sent === null) return problem(401, 'no-session');
      ticket = sent;
      return HttpResponse.json(person);
    }),
  );
  const { router } = openPortal('/saved?ticket=ST-1');
  expect(await screen.findByText('Dana Reyes')).toBeTruthy();
  expect(ticket).toBe('ST-1');
  await waitFor(() => expect(router.state.location.href).toBe('/saved'));
});

it('a ticket of an expired account leads to the account page', async () => {
  server.use(
    http.get(LOGIN, ({ request }) =>
      new URL(request.url).searchParams.has('ticket')
        ? problem(403, 'account-expired')
        : problem(401, 'no-session'),
    ),
  );
  const { router } = openPortal('/saved?ticket=ST-1');
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/profile'));
});
