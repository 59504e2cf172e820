// DOIs from DataCite by its REST API: registers a DOI, or updates its record if it is registered
// already.
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { DoiRegistry } from '../ports/doi-registry.ts';
import { boundedJson, boundedText } from './outside-service.ts';

export interface DataciteAccount {
  /** Address of the API, without a slash at the end. */
  readonly url: string;
  readonly repository: string;
  readonly password: string;
  /** Such as `10.5439`. */
  readonly prefix: string;
}

const TIMEOUT_MS = 30_000;
/** Most bytes that are read of a refusal. */
const MOST_BYTES = 64 << 10;
/** Most bytes that are read of an answer, which repeats the record. */
const RECORD_BYTES = 8 << 20;
const WHO = 'The DOI registry';
const registered = z.object({ data: z.object({ id: z.string() }) });
const refusal = z.object({ errors: z.array(z.object({ title: z.string().optional() })) });

export function openDatacite(account: DataciteAccount, timeoutMs = TIMEOUT_MS): DoiRegistry {
  const credentials = Buffer.from(`${account.repository}:${account.password}`).toString('base64');
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<Response> => {
    try {
      return await fetch(`${account.url}/dois${path}`, {
        method,
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/vnd.api+json',
        },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new Problem('unavailable', `${WHO} cannot be reached.`, { cause });
    }
  };
  return {
    async register({ name, url, record }) {
      const doi = `${account.prefix}/${name}`;
      const body = {
        data: { id: doi, type: 'dois', attributes: { ...record, doi, url, event: 'publish' } },
      };
      let reply = await send('POST', '', body);
      // It is there already: an earlier try got through, or its record changed.
      if (reply.status === 422) reply = await send('PUT', `/${encodeURIComponent(doi)}`, body);
      if (reply.ok) {
        await needsRegistered(reply, doi);
        return doi;
      }
      const why = await reasonOf(reply);
      if (reply.status >= 500 || reply.status === 429)
        throw new Problem('unavailable', `${WHO} answers ${reply.status}: ${why}`);
      throw new Problem('conflict', `${WHO} refuses (${reply.status}): ${why}`);
    },
  };
}

/**
 * A success status (2xx) alone proves no registration: the sign-in page of a network has one too.
 */
async function needsRegistered(reply: Response, doi: string): Promise<void> {
  const answer = await boundedJson(reply, RECORD_BYTES, WHO).catch((cause: unknown) => {
    throw new Problem('unavailable', `${WHO} broke off its answer.`, { cause });
  });
  const told = registered.safeParse(answer);
  if (!told.success || told.data.data.id.toLowerCase() !== doi.toLowerCase())
    throw new Problem('unavailable', `${WHO} did not confirm the DOI.`);
}

async function reasonOf(reply: Response): Promise<string> {
  const text = await boundedText(reply, MOST_BYTES, WHO).catch(() => '');
  try {
    const told = refusal.parse(JSON.parse(text));
    return told.errors.map((error) => error.title ?? '').join('; ') || 'no reason';
  } catch {
    return 'no reason';
  }
}
