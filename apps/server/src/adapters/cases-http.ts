// Illustrated cases of another service, from POST {base}/illustration/plot and /images, which this
// service offers in the same form.
import * as z from 'zod';
import type { CaseOf, CasePicture, Cases } from '../ports/cases.ts';
import { apartFromSecret, boundedBytes, boundedJson, needsGood } from './outside-service.ts';

const WHO = 'The service of cases';
const PATIENCE_MS = 20_000;
const MOST_BYTES = 20 << 20;
const MOST_FRAMES = 500;
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
const listed = z.object({ images: z.array(z.string().min(1).max(1000)).max(MOST_FRAMES) });

/** The address may carry user and password; they go into a header and into no log. */
export function openHttpCases(base: string, patience = PATIENCE_MS): Cases {
  const { url, headers } = apartFromSecret(base);
  const root = url.href.replace(/\/+$/, '');
  const post = (path: string, body: CaseOf): Promise<Response> =>
    fetch(`${root}/illustration/${path}`, {
      method: 'POST',
      redirect: 'error',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  const paths = async (of: CaseOf): Promise<readonly string[]> => {
    const reply = await post('images', of);
    if (reply.status === 404) return [];
    return listed.parse(await boundedJson(reply, MOST_BYTES, WHO)).images;
  };
  return {
    async plot(of) {
      return await pictureOf(await post('plot', of));
    },
    /** The paths of the other service are not passed on: frames are named by their numbers. */
    frames: async (of) => (await paths(of)).map((_, at) => `${String(at + 1).padStart(3, '0')}`),
    async frame(of, name) {
      const path = /^\d{3}$/.test(name) ? (await paths(of))[Number(name) - 1] : undefined;
      if (path === undefined) return null;
      const address = new URL(path.replace(/^\/+/, ''), `${root}/`);
      if (address.origin !== url.origin) return null;
      const signal = AbortSignal.timeout(patience);
      return await pictureOf(await fetch(address, { redirect: 'error', headers, signal }));
    },
  };
}

async function pictureOf(reply: Response): Promise<CasePicture | null> {
  if (reply.status === 404) return null;
  await needsGood(reply, WHO);
  const told = reply.headers.get('content-type')?.split(';')[0]?.trim();
  const type = TYPES.find((one) => one === told);
  if (!type) {
    await reply.body?.cancel();
    throw new Error(`${WHO} answered no picture.`);
  }
  return { type, bytes: await boundedBytes(reply, MOST_BYTES, WHO) };
}
