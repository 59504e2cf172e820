// Turns a mail of the port into a message as mail servers and mail files have it.
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../ports/mail.ts';

/**
 * `from` is an address. The Message-ID follows from the mail's id, so that mail programs drop a
 * repetition.
 */
export function toMessage(mail: Mail, from: string): SendMailOptions {
  const domain = from.split('@')[1] ?? 'isobar.invalid';
  return {
    from,
    to: { name: mail.to.name, address: mail.to.address },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: `<${mail.id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  };
}
