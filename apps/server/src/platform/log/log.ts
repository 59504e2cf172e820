// The log: one JSON line per event on standard output, without secrets.

import { type DestinationStream, type Logger, pino } from 'pino';
import { codeOf } from '../text/unknown.ts';
import { type LogSink, openLogSink } from './log-sink.ts';
import { currentOrigin } from './origin.ts';
import { tracing } from './tracing.ts';

export type Log = Logger;

/**
 * Keys whose values are removed from the log, at any depth of an object, because they hold
 * credentials.
 */
const SECRET = ['authorization', 'cookie', 'password', 'token', 'ticket', 'key', 'secret'];

/** `to`: where the lines go; standard output by default. */
export const createLog = (level: string, to?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: SECRET.flatMap((name) => [
        name,
        `*.${name}`,
        `headers.${name}`,
        `req.headers.${name}`,
      ]),
      serializers: { err: serialiseError },
      mixin: (_, __, log) => whereFrom(log),
    },
    to ?? standardOutput(),
  );

/**
 * The id of the request that the work goes back to, and of its trace; Fastify's own lines have the
 * first one already.
 */
function whereFrom(log: Logger): object {
  const requestId = currentOrigin()?.requestId;
  const traceId = tracing()?.traceId();
  return {
    ...(requestId !== undefined && !('requestId' in log.bindings()) ? { requestId } : {}),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

let standard: LogSink | undefined;
/** One for the whole thread. */
function standardOutput(): LogSink {
  standard ??= openLogSink(1);
  return standard;
}

/**
 * For an error: its name, code, message and stack (and those of its causes), nothing else, because
 * clients of other services attach whole requests with their credentials to theirs.
 */
function serialiseError(error: unknown): Record<string, unknown> | string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code = codeOf(error);
  return {
    type,
    ...(code === undefined ? {} : { code }),
    message: withoutSecrets(message),
    stack: withoutSecrets(stack),
  };
}

/** User and password in an address, and signed keys in its query. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/:\/\/[^\s/@]+@/g, '://[secret]@')
    .replace(/([?&](?:key|token|ticket|user|password)=)[^\s&"']+/gi, '$1[secret]');
