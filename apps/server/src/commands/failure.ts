// What the operator reads when a command cannot go on: the reason in one line, and what to do about
// it.

/** By the machine's error code, what the error means here. `text` is the error's own message. */
const MEANINGS: Readonly<Record<string, (text: string, error: MachineError) => string>> = {
  EADDRINUSE: (_, { port }) =>
    `Port ${port ?? ''} is taken by another program (or by another Isobar). Stop that one, or set ISOBAR_PORT to a free port.`,
  EADDRNOTAVAIL: (text) => `ISOBAR_HOST is not an address of this machine (${text}).`,
  EACCES: (text, { syscall, port }) =>
    syscall === 'listen'
      ? `This account may not listen on port ${port ?? ''}. Set ISOBAR_PORT to 1024 or more, or put a reverse proxy in front.`
      : `${NOT_WRITABLE} (${text})`,
  EPERM: (text) => `${NOT_WRITABLE} (${text})`,
  EROFS: (text) => `${NOT_WRITABLE} (${text})`,
  SQLITE_READONLY: (text) => `${NOT_WRITABLE} (${text})`,
  SQLITE_CANTOPEN: (text) => `${NOT_WRITABLE} (${text})`,
  ENOTDIR: (text) => `A file stands where a folder is needed. Set ISOBAR_HOME. (${text})`,
  EEXIST: (text) => `A file stands where a folder is needed. Set ISOBAR_HOME. (${text})`,
  ENOSPC: (text) => `${FULL} (${text})`,
  EDQUOT: (text) => `${FULL} (${text})`,
  SQLITE_FULL: (text) => `${FULL} (${text})`,
  SQLITE_NOTADB: (text) => `${BROKEN_STORE} (${text})`,
  SQLITE_CORRUPT: (text) => `${BROKEN_STORE} (${text})`,
  SQLITE_BUSY: () =>
    'Another process kept the store busy for too long. Wait until it is done and try again.',
  ECONNREFUSED: (text) =>
    `A server that the configuration names does not answer: look at DATABASE_URL and OPENSEARCH_URL. (${text})`,
  ENOTFOUND: (text) =>
    `A server that the configuration names is not known: look at DATABASE_URL and OPENSEARCH_URL. (${text})`,
};

const NOT_WRITABLE =
  'This account may not write there. Set ISOBAR_HOME to a folder of its own, or give it this one.';
const FULL =
  'The disk is full. Nothing that was acknowledged is lost: make room (isobar doctor tells where) and run the command again.';
const BROKEN_STORE =
  'The store is damaged or is not a store: restore the last backup (docs/operating.md, backup).';

/** One line for errors that can be expected, the whole stack for others. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const meaning = meaningOf(at);
    if (meaning !== undefined) return meaning;
  }
  const isExpected = error.name === 'Problem' || 'code' in error || error.message.startsWith(WRONG);
  return isExpected ? error.message : (error.stack ?? error.message);
}

/** How the configuration's own complaints begin. */
const WRONG = 'The configuration is wrong.';

type MachineError = Error & {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly port?: unknown;
};

function meaningOf(error: MachineError): string | undefined {
  const { code } = error;
  if (typeof code !== 'string') return undefined;
  // SQLITE_IOERR_WRITE is one of SQLITE_IOERR
  const known = [code, code.split('_').slice(0, 2).join('_')];
  const key = known.find((one) => Object.hasOwn(MEANINGS, one));
  return key === undefined ? undefined : MEANINGS[key]?.(error.message, error);
}
