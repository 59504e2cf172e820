// What every adapter of the mail port keeps to.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail, MailSender } from '../mail.ts';

export interface MailPlace {
  readonly sender: MailSender;
  /** Every mail that has arrived, as text with its headers. */
  arrived(): Promise<readonly string[]>;
  /** From now on nothing can be handed over, until `repair`. */
  breakDown(): Promise<void>;
  repair(): Promise<void>;
  close(): Promise<void>;
}

const MAIL: Mail = {
  id: 'order-100001-complete',
  to: { name: 'Ada Byron', address: 'ada@example.org' },
  subject: 'Your order 100001 is ready — 3 files',
  text: 'Fetch it.\nSoon.\n.\nFrom here.',
  html: '<p>Fetch it.</p>',
};

/** `open` gives a sender from archive@example.org, and nothing has arrived yet. */
export function mailSuite(name: string, open: () => Promise<MailPlace>): void {
  describe(`${name} as a mail sender`, () => {
    let place: MailPlace;
    beforeEach(async () => {
      place = await open();
    });
    afterEach(() => place.close());

    it('a mail sender has handed a mail over when it resolves: sender, recipient, subject, both texts', async () => {
      await place.sender.send(MAIL);
      const [mail = '', ...more] = await place.arrived();
      expect(more).toEqual([]);
      expect(header(mail, 'from')).toBe('archive@example.org');
      expect(header(mail, 'to')).toBe('Ada Byron <ada@example.org>');
      expect(decoded(header(mail, 'subject'))).toBe(MAIL.subject);
      expect(header(mail, 'auto-submitted')).toBe('auto-generated');
      expect(header(mail, 'content-type')).toContain('multipart/alternative');
      expect(mail).toContain('<p>Fetch it.</p>');
      expect(mail).toMatch(/Fetch it\.\r\nSoon\.\r\n\.\r\nFrom here\./);
    });

    it('a mail sender sends plain text only where a mail has no HTML', async () => {
      const { html: _, ...plain } = MAIL;
      await place.sender.send(plain);
      const [mail = ''] = await place.arrived();
      expect(header(mail, 'content-type')).toContain('text/plain');
      expect(mail).not.toContain('multipart');
    });

    it('a mail sender gives the same Message-ID for the same id, and a different one for a different id', async () => {
      await place.sender.send(MAIL);
      await place.sender.send(MAIL);
      await place.sender.send({ ...MAIL, id: 'order-100002-complete' });
      const ids = new Set((await place.arrived()).map((mail) => header(mail, 'message-id')));
      expect([...ids].sort()).toEqual([
        '<order-100001-complete@example.org>',
        '<order-100002-complete@example.org>',
      ]);
    });

    it('a mail sender offers to end mails by one click where there is an address for it, and nowhere else', async () => {
      const unsubscribe = 'https://archive.example/unsubscribe?kind=search&id=1&key=2';
      await place.sender.send({ ...MAIL, id: 'offers', unsubscribe });
      await place.sender.send({ ...MAIL, id: 'does-not' });
      const offers = (await place.arrived()).map((mail) => [
        header(mail, 'message-id').split('@')[0],
        header(mail, 'list-unsubscribe'),
        header(mail, 'list-unsubscribe-post'),
      ]);
      expect(offers.sort()).toEqual([
        ['<does-not', '', ''],
        ['<offers', `<${unsubscribe}>`, 'List-Unsubscribe=One-Click'],
      ]);
    });

    it('a mail sender lets no text of a person become a header or a second recipient', async () => {
      await place.sender.send({
        ...MAIL,
        to: { name: 'Eve\r\nBcc: all@example.org', address: 'eve@example.org' },
        subject: 'Hello\r\nBcc: all@example.org\r\n\r\nand a body',
      });
      const [mail = ''] = await place.arrived();
      expect(header(mail, 'bcc')).toBe('');
      expect(header(mail, 'to')).toContain('<eve@example.org>');
      expect(decoded(header(mail, 'subject'))).toMatch(/^Hello .*and a body$/);
    });

    it('a mail sender sends many at once, each of them once', async () => {
      const ids = Array.from({ length: 12 }, (_, n) => `m-${n}`);
      await Promise.all(ids.map((id) => place.sender.send({ ...MAIL, id })));
      const found = (await place.arrived()).map((mail) => header(mail, 'message-id'));
      expect(found.sort()).toEqual(ids.map((id) => `<${id}@example.org>`).sort());
    });

    it('a mail sender says when it could not hand a mail over, which may then be tried again', async () => {
      await place.breakDown();
      await expect(place.sender.send(MAIL)).rejects.toThrow();
      expect(await place.arrived()).toEqual([]);
      await place.repair();
      await place.sender.send(MAIL);
      expect(await place.arrived()).toHaveLength(1);
    });
  });
}

/** The value of a header, its lines joined; '' where there is none. */
function header(mail: string, name: string): string {
  const [head = ''] = mail.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

/** Encoded words of a header as the text that they stand for. */
const decoded = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([\dA-F]{2})/gi, (__, code: string) =>
                String.fromCharCode(Number.parseInt(code, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    );
