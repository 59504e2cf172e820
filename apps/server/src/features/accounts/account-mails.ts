// The mails of accounts: links that confirm something, and notices of what happened. Retried for
// days, so that none is lost.
import { REQUEST_KINDS, type RequestKind } from '@isobar/contract/calls/own-account.ts';
import * as z from 'zod';
import { findPerson, isShared, type Person } from '../../core/accounts/people.ts';
import { type AccountRequest, keyOf, NOTICES, type Notice } from '../../core/accounts/requests.ts';
import type { Db, JobKind } from '../../core/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail, MailSender } from '../../ports/mail.ts';
import { pendingIdentity } from './pending-identity.ts';
import { reached } from './reached.ts';

export interface AccountMails {
  readonly db: Db;
  readonly mail: MailSender;
  /** The installation's secret. */
  readonly secret: Uint8Array;
  readonly site: { readonly title: string; readonly url: string; readonly contact: string };
  readonly log: Log;
}

const requested = z.object({ requestId: z.string() });
const told = z.object({
  what: z.enum(NOTICES),
  name: z.string(),
  email: z.string(),
  detail: z.string().default(''),
});

export function accountMailJobs(work: AccountMails): JobKind {
  return {
    harmless: true,
    async run(job) {
      const mail =
        job.step === 'notice'
          ? noticeMail(work, job.subject, told.parse(JSON.parse(job.payload)))
          : await requestMail(work, requested.parse(JSON.parse(job.payload)).requestId);
      if (mail && !mail.to.address.endsWith('.invalid')) await work.mail.send(mail);
      return { end: 'done' };
    },
    async givenUp(_, job, reason) {
      work.log.error({ mail: job.subject, reason }, 'a mail about an account could not be sent');
    },
    passing: () => true,
  };
}

async function requestMail(work: AccountMails, requestId: string): Promise<Mail | null> {
  const { db } = work;
  const request = await db
    .selectFrom('account_requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  const kind = REQUEST_KINDS.find((known) => known === request?.kind);
  if (!request || !kind || Number(request.expires_at) * 1000 <= Date.now()) return null;
  const known = await findPerson(db, request.email);
  const written: Record<RequestKind, () => Promise<Mail | null>> = {
    register: async () =>
      known ? knownMail(work, request, known) : linkMail(work, request, stranger(request), SIGN_UP),
    email: async () =>
      known
        ? knownMail(work, request, known)
        : linkMail(work, request, stranger(request), NEW_ADDRESS),
    connect: async () => {
      const { identity } = pendingIdentity.parse(JSON.parse(request.payload));
      if (known && isShared(known.person_id)) return null;
      // From now on it is about this account, even if another one gets the address before the link
      // is opened.
      if (known)
        await db
          .updateTable('account_requests')
          .set({ person_id: known.person_id })
          .where('request_id', '=', requestId)
          .execute();
      const to = { name: '', email: known?.email ?? request.email };
      return linkMail(work, request, to, connectWords(identity.label));
    },
    password: async () => {
      if (!known || isShared(known.person_id)) return null; // no caller learns who has an account
      await db
        .updateTable('account_requests')
        .set({ person_id: known.person_id })
        .where('request_id', '=', requestId)
        .execute();
      return linkMail(work, request, reached(known), FORGOTTEN);
    },
  };
  return await written[kind]();
}

interface Words {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

const SIGN_UP: Words = {
  subject: 'Confirm your address',
  before:
    'someone, probably you, signed up with this address. Open this link to create the account:',
  after:
    'The link is valid for a day. If this was not you, ignore this mail, and no account will be created.',
};
const FORGOTTEN: Words = {
  subject: 'Set a new password',
  before: 'someone, probably you, requested a new password. Open this link to choose one:',
  after:
    'The link is valid for an hour. If this was not you, ignore this mail, and your password will not change.',
};
const NEW_ADDRESS: Words = {
  subject: 'Confirm your new address',
  before: 'this address was given as the new one of an account. Open this link to confirm it:',
  after:
    'The link is valid for a day. If this was not you, ignore this mail, and nothing will change.',
};

const connectWords = (label: string): Words => ({
  subject: `Sign in with ${label}`,
  before: `someone, probably you, signed in at ${label} and gave this address. Open this link in the same browser to connect that sign-in with the account that has this address here:`,
  after:
    'The link is valid for an hour. If this was not you, ignore this mail, and nothing will change: the link does not work in your browser.',
});

function linkMail(
  { site, secret }: AccountMails,
  request: AccountRequest,
  to: { readonly name: string; readonly email: string },
  words: Words,
): Mail {
  const link = `${site.url}/discovery/#/confirm/${keyOf(secret, request.request_id)}`;
  return letter(site, `account-${request.request_id}`, to, `${words.subject}: ${site.title}`, [
    `${words.before}\n\n${link}`,
    words.after,
  ]);
}

/** The reply to a second sign-up goes by mail, so that only the owner of the address sees it. */
function knownMail({ site }: AccountMails, request: AccountRequest, person: Person): Mail {
  const id = `account-${request.request_id}`;
  return letter(site, id, reached(person), `You have an account: ${site.title}`, [
    `someone, probably you, tried to create an account with this address. There is one already; its user name is ${person.user_name}.`,
    `If you forgot the password, set a new one here:\n\n${site.url}/discovery/#/forgotten`,
    'If this was not you, ignore this mail, and nothing will change.',
  ]);
}

function noticeMail({ site }: AccountMails, id: string, notice: z.infer<typeof told>): Mail {
  const { subject, text } = NOTICE_WORDS[notice.what];
  const ask = site.contact.endsWith('.invalid') ? 'your archive' : site.contact;
  return letter(site, id, notice, `${subject}: ${site.title}`, [
    text(notice.detail),
    `If this was not you, set a new password at ${site.url}/discovery/#/forgotten and write to ${ask}.`,
  ]);
}

const NOTICE_WORDS: Readonly<
  Record<Notice, { readonly subject: string; readonly text: (detail: string) => string }>
> = {
  password: {
    subject: 'Your password was changed',
    text: (detail) =>
      `the password of your account was changed, and every other browser was signed out. ${
        detail === ''
          ? 'Access tokens that you made stay good; revoke them on your account page if you do not know one.'
          : 'Access tokens, and the connection with a sign-in site that had only stated your address, were removed: connect it again with your new password.'
      }`,
  },
  email: {
    subject: 'Your address was changed',
    text: (email) => `mails about your account go to ${email} from now on.`,
  },
  token: {
    subject: 'A new access token',
    text: (name) => `an access token called "${name}" was made for your account.`,
  },
  provider: {
    subject: 'A new way to sign in',
    text: (label) => `your account was linked with ${label}: you can sign in there from now on.`,
  },
  left: {
    subject: 'Your account was deleted',
    text: () =>
      'your account was deleted as you wished, with its preferences, saved searches, cart, access tokens and deliveries.',
  },
};

function letter(
  site: AccountMails['site'],
  id: string,
  to: { readonly name: string; readonly email: string },
  subject: string,
  paragraphs: readonly string[],
): Mail {
  const questions = site.contact.endsWith('.invalid') ? '' : `. Questions: ${site.contact}`;
  return {
    id,
    to: { name: to.name, address: to.email },
    subject,
    text: [`Dear ${to.name || 'colleague'},`, ...paragraphs, `${site.title}${questions}\n`].join(
      '\n\n',
    ),
  };
}

/**
 * Does not use the name that was typed, because it may be an advertisement of an unknown sender.
 */
const stranger = ({ email }: AccountRequest) => ({ name: '', email });
