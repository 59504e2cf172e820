// The call of assistants: the Model Context Protocol, of 2026-07-28 and of 2025-11-25, at one
// address.
import * as z from 'zod/mini';
import { bytes, defineCall, inPieces } from './call.ts';

/** Messages of an address in a minute; each tool makes calls that count as well. */
const MESSAGES_PER_MINUTE = 120;

const rpcId = z.union([z.string(), z.number()]);

const rpcMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  /** Absent: a notification, which is not answered. */
  id: z.optional(rpcId),
  method: z.optional(z.string()),
  params: z.optional(z.looseObject({})),
});

const rpcAnswer = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.nullable(rpcId)),
  result: z.optional(z.looseObject({})),
  error: z.optional(z.looseObject({ code: z.number(), message: z.string() })),
});

export const askAssistant = defineCall({
  method: 'POST',
  service: 'mcp',
  path: '',
  summary:
    'Tools for assistants (Model Context Protocol): find, understand, estimate and prepare; the token, if there is one, is that of the calls that a tool makes',
  session: 'none',
  perMinute: MESSAGES_PER_MINUTE,
  form: rpcMessage,
  answer: inPieces(rpcAnswer),
  also: {
    /** Clients of 2025-11-25 get the same as one event. */
    200: bytes('text/event-stream'),
    /** A notification. */
    202: { types: [] },
    // What is wrong with a message is answered in the form of the protocol.
    400: rpcAnswer,
    404: rpcAnswer,
    406: rpcAnswer,
    415: rpcAnswer,
    500: rpcAnswer,
  },
  errors: ['not-acceptable', 'not-found', 'overloaded'],
  example: {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { text: 'temperature at sgp' } },
    },
  },
});
