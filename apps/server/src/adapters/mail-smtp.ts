// Mail through a mail server: smtp://user:password@host:port or smtps://…
import { createTransport } from 'nodemailer';
import type { MailSender } from '../ports/mail.ts';
import { toMessage } from './mail-message.ts';

export function openSmtp(at: { readonly url: string; readonly from: string }): MailSender {
  const transport = createTransport({
    url: at.url,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail(toMessage(mail, at.from));
    },
  };
}
