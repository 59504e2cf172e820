// Mail through a mail server: smtp://user:password@host:port or smtps://…
import { createTransport } from 'nodemailer';
import type { MailSender } from '../ports/mail.ts';
import { toMessage } from './mail-message.ts';

/**
 * Milliseconds for a whole delivery, from looking up the server until it has the mail, however
 * slowly it answers.
 */
const PATIENCE_MS = 120_000;
/** Most bytes of one answer of the server. */
const ANSWER_BYTES = 64 << 10;

export function openSmtp(at: {
  readonly url: string;
  readonly from: string;
  readonly patience?: number;
}): MailSender {
  const { patience = PATIENCE_MS } = at;
  const transport = createTransport({
    url: at.url,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
    maxResponseSize: ANSWER_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(patience);
      await transport.sendMail({ ...toMessage(mail, at.from), signal });
    },
  };
}
