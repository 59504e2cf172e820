// Which failures pass by themselves: a full disk, too many open files, an unreachable or busy service.

export function isPassing(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (code !== undefined && PASSING.test(String(code))) return true;
  }
  return false;
}

const PASSING =
  /^(ENOSPC|EDQUOT|EMFILE|ENFILE|EAGAIN|EBUSY|ETIMEDOUT|ECONN\w+|EHOSTUNREACH|ENETUNREACH|EPIPE|EAI_AGAIN|SQLITE_(BUSY|FULL|IOERR)\w*|unavailable|timeout)$/;
