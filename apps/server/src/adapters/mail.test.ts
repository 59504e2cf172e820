// Mail: to a folder as files that a mail program opens, and through a real SMTP conversation.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOutbox } from './mail-outbox.ts';
import { openSmtp } from './mail-smtp.ts';

const mail = {
  id: 'order-100001-complete',
  to: { name: 'Ada Byron', address: 'ada@example.org' },
  subject: 'Your order 100001 is ready — 3 files',
  text: 'Fetch it.\nSoon.',
  html: '<p>Fetch it.</p>',
};

describe('the outbox', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'isobar-outbox-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('holds one file per mail, however often it is sent, closed to others', async () => {
    const outbox = openOutbox({ folder: join(folder, 'outbox'), from: 'archive@example.org' });
    await outbox.send(mail);
    await outbox.send(mail);
    expect(readdirSync(join(folder, 'outbox'))).toEqual(['order-100001-complete.eml']);
    const path = join(folder, 'outbox', 'order-100001-complete.eml');
    expect(statSync(path).mode & 0o077).toBe(0);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('From: archive@example.org');
    expect(text).toContain('To: Ada Byron <ada@example.org>');
    expect(text).toContain('Message-ID: <order-100001-complete@example.org>');
    expect(text).toContain('Content-Type: multipart/alternative');
    expect(text).toContain('<p>Fetch it.</p>');
    const plain = { ...mail, id: 'plain' };
    const { html: _, ...withoutHtml } = plain;
    await outbox.send(withoutHtml);
    expect(readFileSync(join(folder, 'outbox', 'plain.eml'), 'utf8')).not.toContain('multipart');
  });

  it('is rid of what a killed process left, and leaves alone what another may be writing', async () => {
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['left.eml.1.unfinished', 'old.eml', 'now.eml.2.unfinished'])
      writeFileSync(join(folder, name), 'From: ');
    for (const name of ['left.eml.1.unfinished', 'old.eml'])
      utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
    await openOutbox({ folder, from: 'archive@example.org' }).send(mail);
    expect(readdirSync(folder).sort()).toEqual([
      'now.eml.2.unfinished',
      'old.eml',
      'order-100001-complete.eml',
    ]);
  });

  it('takes no name that leads elsewhere', async () => {
    const outbox = openOutbox({ folder, from: 'archive@example.org' });
    await expect(outbox.send({ ...mail, id: '../x' })).rejects.toThrow();
  });
});

describe('SMTP', () => {
  let server: Server;
  const received: string[] = [];
  let refuse = false;
  beforeEach(async () => {
    received.length = 0;
    refuse = false;
    server = createServer((socket) => {
      let data = '';
      let inData = false;
      socket.write('220 here\r\n');
      socket.on('data', (chunk) => {
        data += chunk.toString('utf8');
        for (let end = data.indexOf('\r\n'); end >= 0; end = data.indexOf('\r\n')) {
          const line = data.slice(0, end);
          data = data.slice(end + 2);
          received.push(line);
          if (inData) {
            if (line === '.') socket.write('250 kept\r\n');
            if (line === '.') inData = false;
          } else if (refuse && line.startsWith('MAIL')) socket.write('451 later\r\n');
          else if (line === 'DATA') {
            inData = true;
            socket.write('354 go on\r\n');
          } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
        }
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => new Promise((done) => server.close(done)));

  it('hands the mail to the server, and says when the server did not take it', async () => {
    const { port } = server.address() as AddressInfo; // listening on TCP
    const smtp = openSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'archive@example.org' });
    await smtp.send(mail);
    expect(received).toContain('RCPT TO:<ada@example.org>');
    expect(received).toContain('Message-ID: <order-100001-complete@example.org>');
    refuse = true;
    await expect(smtp.send(mail)).rejects.toThrow(/451/);
  });
});
