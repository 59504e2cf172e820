// Web hooks over http(s): a name is resolved once, all of its addresses are checked, and the
// connection goes to a checked address.
import { lookup as resolve } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Problem } from '@isobar/contract/problem.ts';
import { isPublicAddress } from '../platform/admission/public-address.ts';
import type { WebHooks } from '../ports/web-hook.ts';

/** From the look-up of the name to the head of the answer. */
const PATIENCE_MS = 15_000;
/** Most bytes of the head of an answer; its body is not read. */
const HEAD_BYTES = 16 << 10;

export interface WebHookOptions {
  /** Which addresses may be reached; for tests, whose servers are on this machine. */
  readonly mayReach?: (address: string) => boolean;
  /** How a name is resolved. */
  readonly addressesOf?: (name: string) => Promise<readonly { address: string; family: number }[]>;
  /** Certificates that are trusted instead of the usual ones. */
  readonly ca?: string;
  readonly patience?: number;
}

export function openWebHooks(options: WebHookOptions = {}): WebHooks {
  const { mayReach = isPublicAddress, patience = PATIENCE_MS } = options;
  const addressesOf = options.addressesOf ?? ((name) => resolve(name, { all: true }));
  const lookup: LookupFunction = (name, { all }, callback) => {
    addressesOf(name).then(
      (found) => {
        const [first] = found;
        // One address that is not public is enough to refuse: the next look-up might lead there.
        if (!first || !found.every(({ address }) => mayReach(address)))
          callback(refused(name), '', 0);
        else if (all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
  return {
    async post({ url, headers, body }, signal) {
      const target = new URL(url);
      const host = target.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !mayReach(host)) throw refused(host);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const bytes = Buffer.from(body);
      try {
        return await new Promise<number>((done, fail) => {
          const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
          const request = send(target, {
            method: 'POST',
            headers: { ...headers, 'content-length': bytes.length },
            agent: false, // a connection of its own, to what was looked at just now
            lookup,
            maxHeaderSize: HEAD_BYTES,
            signal: limited,
            ...(options.ca === undefined ? {} : { ca: options.ca }),
          });
          request.once('response', (response) => {
            done(response.statusCode ?? 0);
            response.destroy();
          });
          request.once('error', fail);
          request.end(bytes);
        });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Problem) throw error;
        throw new Problem('unavailable', `${host} did not answer: ${reasonOf(error, limited)}`, {
          cause: error,
        });
      }
    },
  };
}

const refused = (host: string): Problem =>
  new Problem('forbidden', `${host} does not lead to a public address, so nothing is sent there.`);

const reasonOf = (error: unknown, { aborted }: AbortSignal): string => {
  if (aborted) return 'it took too long.';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === undefined ? 'the connection broke off.' : `${code}.`;
};
