// A server for tests of routes without authentication.
import { createHttp, type Http } from '../http/http.ts';
import { createLog } from '../log/log.ts';

export const anonymousHttp = (log = createLog('silent')): Promise<Http<never>> =>
  createHttp<never>({
    log,
    requestsPerMinute: 1000,
    trustProxy: false,
    noSessionMessage: '',
    session: async () => null,
  });
