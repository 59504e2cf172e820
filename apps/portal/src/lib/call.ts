// How a call fails: each failure with a name to switch on, and words for a person.
import type { ProblemCode } from '@isobar/contract/problem.ts';

/**
 * 'offline': no answer. 'malformed': an answer that does not fit the schema. Else the code of the
 * server.
 */
export type CallFailure = ProblemCode | 'offline' | 'malformed';

/** A failed call. `message` is for a person; switch on `code`, never on the text. */
export class CallError extends Error {
  readonly code: CallFailure;
  readonly status: number;
  readonly requestId: string | undefined;
  constructor(code: CallFailure, message: string, status = 0, requestId?: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}
