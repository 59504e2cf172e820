// The support form: what it refuses, the check before it sends, and the messages afterwards.
import { CHALLENGE_SECONDS } from '@isobar/contract/calls/support.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  openPortal,
  person,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';
import { solve } from './solve-worker.ts';

const challenge = {
  algorithm: 'SHA-256',
  challenge: bytesToHex(sha256(utf8ToBytes('salt?expires=1&41'))),
  maxnumber: 100,
  salt: 'salt?expires=1&',
  signature: 'b'.repeat(64),
} as const;

/** jsdom has no workers: this one runs the same code. */
class HereWorker extends EventTarget {
  postMessage(asked: typeof challenge) {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: solve(asked) })));
  }
  terminate() {}
}

let sent: Record<string, unknown>[];
servedPortal();
beforeEach(() => {
  sent = [];
  vi.stubGlobal('Worker', HereWorker);
  server.use(
    http.get('*/services/notification/challenge', () => HttpResponse.json(challenge)),
    http.post('*/services/notification/createServiceNowIncident', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>); // what the form sends
      return HttpResponse.json({ result: { number: 'INC0010001' } });
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function open() {
  const { user } = openPortal('/saved');
  await user.click((await screen.findAllByRole('button', { name: 'Support' }))[0]!);
  await screen.findByRole('dialog', { name: 'Support' });
  return user;
}
const button = () => screen.getByRole('button', { name: 'Send message' });
const isDisabled = () => (button() as HTMLButtonElement).disabled;

async function fill(user: Awaited<ReturnType<typeof open>>) {
  await user.type(screen.getByLabelText('Sender name'), 'Ada');
  await user.type(screen.getByLabelText('Sender email'), 'ada @example.org');
  await user.type(screen.getByLabelText('Subject'), 'Order 100123');
  await user.type(screen.getByLabelText('Message'), 'It waits.');
}
async function verify(user: Awaited<ReturnType<typeof open>>) {
  await user.click(screen.getByRole('checkbox', { name: 'I am a person' }));
  await screen.findByText('Verified');
}

it('a message to support has four fields and a check, and can be sent once the check is done', async () => {
  const user = await open();
  await fill(user);
  expect(isDisabled()).toBe(true);
  await verify(user);
  expect(isDisabled()).toBe(false);
  await user.click(button());
  await screen.findByText('INC0010001');
  expect(sent[0]).not.toHaveProperty('context');
  expect(sent[0]).toMatchObject({
    caller_id: 'ada@example.org',
    short_description: 'Data Discovery Support Request: Order 100123',
    description: 'From: Ada, ada@example.org\n\nIt waits.',
  });
  expect(JSON.parse(atob(String(sent[0]?.altcha)))).toEqual({ ...challenge, number: 41 });
});

it('a message to support thanks, tells of the mail with the link, and says the number', async () => {
  const user = await open();
  await fill(user);
  await verify(user);
  await user.click(button());
  expect((await screen.findByText(/^Thank you for your message/)).textContent).toContain(
    'an email with a link to your ticket',
  );
  expect(screen.getByText(/^Your support reference number is:/).textContent).toBe(
    'Your support reference number is: INC0010001',
  );
  expect(document.activeElement?.textContent).toContain('INC0010001');
});

it('a message to support has the name and the address of who is signed in, and leaves what was typed as it is', async () => {
  signedIn();
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get('*/services/auth/login', async () => {
      await asked;
      return HttpResponse.json({ ...person, email: 'dana@example.org' });
    }),
  );
  const { user } = openPortal('/support');
  const field = async (label: string): Promise<HTMLInputElement> =>
    screen.findByLabelText<HTMLInputElement>(label);
  await user.type(await field('Sender name'), 'D.');
  answer();
  await waitFor(async () => expect((await field('Sender email')).value).toBe('dana@example.org'));
  expect((await field('Sender name')).value).toBe('D.');
});

it('a message to support is refused field by field, before it is sent', async () => {
  const user = await open();
  await verify(user);
  await user.click(button());
  for (const text of [
    'Sender name cannot be empty',
    'Sender email must be a valid email address',
    'Subject cannot be empty',
    'Message cannot be empty',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Sender name'));
  expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

it('a message to support cannot be sent any more when the check has expired', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = await open();
  await verify(user);
  act(() => vi.advanceTimersByTime((CHALLENGE_SECONDS - 31) * 1000));
  expect(isDisabled()).toBe(false);
  act(() => vi.advanceTimersByTime(31_000));
  expect(screen.getByText('Expired: tick it again')).toBeTruthy();
  expect(isDisabled()).toBe(true);
});

it('a message to support that failed displays the error, keeps the text and requests another check', async () => {
  server.use(
    http.post('*/services/notification/createServiceNowIncident', () =>
      problem(503, 'unavailable', 'The store is away.'),
    ),
  );
  const user = await open();
  await fill(user);
  await verify(user);
  await user.click(button());
  const alert = await screen.findByText(
    /We're sorry, an error occurred when attempting to send your message\./,
  );
  expect(alert.textContent).toContain('The store is away.');
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('It waits.');
  await waitFor(() => expect(isDisabled()).toBe(true));
});

it('a message to support tells where the person is only when they agree, and without keys', async () => {
  location.hash = '#/account/order?order=100123&key=secret';
  const user = await open();
  await fill(user);
  await verify(user);
  await user.click(screen.getByRole('checkbox', { name: /Attach the page I am on/ }));
  await user.click(button());
  await screen.findByText('INC0010001');
  expect(sent[0]?.context).toMatchObject({
    page: '/account/order',
    order: '100123',
    version: '1.9.5',
  });
  expect(JSON.stringify(sent[0])).not.toContain('secret');
  location.hash = '';
});

it('a message to support is not checked where the challenge cannot be had', async () => {
  server.use(
    http.get('*/services/notification/challenge', () => problem(429, 'too-many-requests', 'Wait.')),
  );
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'I am a person' }));
  expect(await screen.findByText('Wait.')).toBeTruthy();
  expect(isDisabled()).toBe(true);
});

it('the page of a message shows number, state and answers', async () => {
  server.use(
    http.get('*/services/notification/incidents/10001.k', () =>
      HttpResponse.json({
        number: 'INC0010001',
        subject: 'Order 100123',
        message: 'It waits.',
        state: 'closed',
        receivedAt: '2026-11-22T10:00:00Z',
        closedAt: '2026-11-22T11:00:00Z',
        ticket: 'SN1',
        answers: [{ answeredAt: '2026-11-22T11:00:00Z', text: 'Not any more.' }],
      }),
    ),
  );
  openPortal('/support/10001.k');
  expect(await screen.findByRole('heading', { level: 1, name: 'Order 100123' })).toBeTruthy();
  for (const text of ['INC0010001', 'Closed', 'SN1', 'Not any more.'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.getByText('2026-11-22 10:00:00 UTC')).toBeTruthy();
});

it('the page of a message displays an error for an unknown link', async () => {
  server.use(http.get('*/services/notification/incidents/*', () => problem(404, 'not-found')));
  openPortal('/support/nothing');
  expect(await screen.findByText('There is no message at this link')).toBeTruthy();
});
