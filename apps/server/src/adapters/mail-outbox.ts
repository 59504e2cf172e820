// Mail as files: one .eml per mail in a folder that any mail program opens. The default, and what
// tests read.
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { ensureFolder, sweepUnfinished, writeDurably } from '../platform/files/disk.ts';
import type { MailSender } from '../ports/mail.ts';
import { toMessage } from './mail-message.ts';

export function openOutbox(at: { readonly folder: string; readonly from: string }): MailSender {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let isSwept = false;
  return {
    async send(mail) {
      if (!/^[\w.-]+$/.test(mail.id)) throw new Error(`${mail.id} cannot name a mail.`);
      await ensureFolder(at.folder, 0o700);
      if (!isSwept) await sweepUnfinished(at.folder);
      isSwept = true;
      const { message } = await composer.sendMail(toMessage(mail, at.from));
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed.');
      await writeDurably(join(at.folder, `${mail.id}.eml`), message, 0o600);
    },
  };
}
