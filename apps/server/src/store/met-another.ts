// Whether a transaction failed only because another process wrote the same rows at the same time.
import { codeOf } from '../platform/text/unknown.ts';

/** PostgreSQL's codes: a key that is taken by now, a deadlock, a state that has changed. */
const MET = new Set(['23505', '40P01', '40001']);

/** True when the same may succeed if everything that it is based on is read again. */
export const metAnother = (error: unknown): boolean => MET.has(codeOf(error) ?? '');
