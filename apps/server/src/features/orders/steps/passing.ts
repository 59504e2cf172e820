// Which failures pass by themselves (a full disk, too many open files, an unreachable or busy
// service), and what is displayed about them.
import { codeOf } from '../../../platform/text/unknown.ts';

export const isPassing = (error: unknown): boolean => hasCode(error, PASSING);

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = codeOf(at);
    if (code !== undefined && codes.test(code)) return true;
  }
  return false;
}

/** Whether a failure says that a disk is full. */
export const lacksRoom = (error: unknown): boolean => hasCode(error, FULL);

/** What a user sees while such a failure lasts, without paths of this machine. */
export const waitingFor = (error: unknown): string =>
  lacksRoom(error)
    ? 'Your order is waiting for disk space for deliveries. It continues automatically as soon as there is enough.'
    : 'Your order is waiting for a service that does not answer at the moment. It continues automatically.';

const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/;

const PASSING =
  /^(ENOSPC|EDQUOT|EMFILE|ENFILE|ESTALE|EROFS|EAGAIN|EBUSY|ETIMEDOUT|ECONN\w+|EHOSTUNREACH|ENETUNREACH|EPIPE|EAI_AGAIN|SQLITE_(BUSY|FULL|IOERR)\w*|unavailable|timeout)$/;
