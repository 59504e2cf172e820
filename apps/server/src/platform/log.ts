// The log: one JSON line per event on standard output, without secrets.
import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Credentials never reach the log, wherever they stand in an object. */
const SECRET = ['authorization', 'cookie', 'password', 'token', 'ticket'];

export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: SECRET.flatMap((name) => [name, `*.${name}`, `headers.${name}`, `req.headers.${name}`]),
  });
