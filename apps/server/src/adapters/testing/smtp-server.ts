// A mail server for tests, on a free port: takes mails, or does something else instead.
import type { Socket } from 'node:net';
import { drip, type Listening, listening, pour } from '../../ports/testing/trouble.ts';

export interface SmtpServer extends Listening {
  /** Whole mails, as they came. */
  readonly mails: string[];
  /** Addresses of RCPT. */
  readonly recipients: string[];
  /** If set, the server's answer to MAIL instead of 250. */
  refusal: string | null;
  /** If set, what the server does instead of answering. */
  trouble: SmtpTrouble | null;
}

/** What a mail server may do instead of answering. */
export const SMTP_TROUBLES = {
  'stays silent': () => undefined,
  'hangs up': (socket) => socket.destroy(),
  'speaks another language': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'greets drop by drop': (socket) => drip(socket, '220-wait\r\n'),
  'greets in a line without end': (socket) => pour(socket, '2'.repeat(1 << 16)),
  'greets in lines without end': (socket) => pour(socket, '220-welcome\r\n'.repeat(5000)),
  'answers without being asked': (socket) => pour(socket, '250 fine\r\n'.repeat(5000)),
} as const satisfies Record<string, (socket: Socket) => void>;
export type SmtpTrouble = keyof typeof SMTP_TROUBLES | 'takes the text and falls silent';

export async function smtpServer(): Promise<SmtpServer> {
  const state: Pick<SmtpServer, 'mails' | 'recipients' | 'refusal' | 'trouble'> = {
    mails: [],
    recipients: [],
    refusal: null,
    trouble: null,
  };
  const server = await listening((socket) => {
    const { trouble } = state;
    if (trouble !== null && trouble !== 'takes the text and falls silent') {
      const act: (socket: Socket) => void = SMTP_TROUBLES[trouble];
      act(socket);
      return;
    }
    socket.write('220 here\r\n');
    let waiting = '';
    let mail: string[] | null = null;
    const take = (line: string): void => {
      if (mail && line === '.') {
        if (trouble) return;
        state.mails.push(mail.join('\r\n'));
        mail = null;
        socket.write('250 kept\r\n');
      } else if (mail) mail.push(line.startsWith('.') ? line.slice(1) : line);
      else if (line === 'DATA') {
        mail = [];
        socket.write('354 go on\r\n');
      } else if (line.startsWith('MAIL') && state.refusal) socket.write(`${state.refusal}\r\n`);
      else {
        const [, recipient] = /^RCPT TO:<(.*)>/.exec(line) ?? [];
        if (recipient !== undefined) state.recipients.push(recipient);
        socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      waiting += chunk;
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        take(line);
      }
    });
  });
  return Object.assign(state, server);
}
