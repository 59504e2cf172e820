// A server for tests of routes without authentication.
import { createHttp, type Http } from '../http/http.ts';
import { createLog } from '../log/log.ts';

export const anonymousHttp = (): Promise<Http<never>> =>
  createHttp<never>({
    log: createLog('silent'),
    requestsPerMinute: 1000,
    trustProxy: false,
    noSessionMessage: '',
    session: async () => null,
  });
