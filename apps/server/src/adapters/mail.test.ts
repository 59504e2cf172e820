// Mail: to a folder as files that a mail program opens, and through a real SMTP conversation.
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { mailSuite } from '../ports/testing/mail-suite.ts';
import { openOutbox } from './mail-outbox.ts';
import { openSmtp } from './mail-smtp.ts';
import {
  SMTP_TROUBLES,
  type SmtpServer,
  type SmtpTrouble,
  smtpServer,
} from './testing/smtp-server.ts';

const FROM = 'archive@example.org';
const mail = {
  id: 'order-100001-complete',
  to: { name: 'Ada Byron', address: 'ada@example.org' },
  subject: 'Your order 100001 is ready',
  text: 'Fetch it.',
};

mailSuite('the outbox', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'outbox');
  return {
    sender: openOutbox({ folder, from: FROM }),
    arrived: async () =>
      statSync(folder, { throwIfNoEntry: false })?.isDirectory()
        ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
        : [],
    breakDown: async () => writeFileSync(folder, 'something that is no folder'),
    repair: async () => rmSync(folder),
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
});

mailSuite('SMTP', async () => {
  const server = await smtpServer();
  return {
    sender: openSmtp({ url: `smtp://127.0.0.1:${server.port}`, from: FROM }),
    arrived: async () => server.mails,
    breakDown: async () => {
      server.refusal = '451 later';
    },
    repair: async () => {
      server.refusal = null;
    },
    close: server.close,
  };
});

describe('the outbox', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  it('the outbox holds one file per mail, however often it is sent, closed to others', async () => {
    const outbox = openOutbox({ folder: join(folder, 'outbox'), from: FROM });
    await outbox.send(mail);
    await outbox.send(mail);
    expect(readdirSync(join(folder, 'outbox'))).toEqual(['order-100001-complete.eml']);
    const path = join(folder, 'outbox', 'order-100001-complete.eml');
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'outbox')).mode & 0o077).toBe(0);
  });

  it('the outbox is rid of what a killed process left, and leaves alone what another may be writing', async () => {
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['left.eml.1.unfinished', 'old.eml', 'now.eml.2.unfinished'])
      writeFileSync(join(folder, name), 'From: ');
    for (const name of ['left.eml.1.unfinished', 'old.eml'])
      utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
    await openOutbox({ folder, from: FROM }).send(mail);
    expect(readdirSync(folder).sort()).toEqual([
      'now.eml.2.unfinished',
      'old.eml',
      'order-100001-complete.eml',
    ]);
  });

  it.each(['../x', '', 'a/b', 'a\0b', 'a\\b'])(
    'the outbox takes no name that leads elsewhere: %j',
    async (id) => {
      await expect(openOutbox({ folder, from: FROM }).send({ ...mail, id })).rejects.toThrow();
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe('SMTP', () => {
  let server: SmtpServer;
  beforeEach(async () => {
    server = await smtpServer();
  });
  afterEach(() => server.close());
  const sender = (patience = 300) =>
    openSmtp({ url: `smtp://desk:s3cret@127.0.0.1:${server.port}`, from: FROM, patience });

  it('SMTP goes to the recipient alone, whatever addresses a name or a subject contains', async () => {
    const to = { name: 'Eve, all@example.org', address: 'eve@example.org' };
    await sender(60_000).send({ ...mail, to, subject: 'Hi\r\nBcc: all@example.org' });
    expect(server.recipients).toEqual(['eve@example.org']);
  });

  it.each(['451 later', '550 never'])(
    'SMTP reports the error text of the server: %s',
    async (refusal) => {
      server.refusal = refusal;
      await expect(sender(60_000).send(mail)).rejects.toThrow(refusal);
    },
  );

  const troubles = [...Object.keys(SMTP_TROUBLES), 'takes the text and falls silent'];
  it.each(troubles)('times out on a server that %s', async (trouble) => {
    server.trouble = trouble as SmtpTrouble; // one of its names
    const error: unknown = await sender()
      .send(mail)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('s3cret');
    expect(server.mails).toEqual([]);
    expect(server.written()).toBeLessThan(128 << 20);
  });

  it('SMTP fails for a server that cannot be reached', async () => {
    const gone = sender(60_000);
    await server.close();
    await expect(gone.send(mail)).rejects.toThrow('ECONNREFUSED');
    server = await smtpServer();
  });
});
