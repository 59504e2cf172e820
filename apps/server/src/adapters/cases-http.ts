// Illustrated cases of another service: POST {base}/illustration/plot and /images, as this one answers them itself.
import * as z from 'zod';
import type { CaseOf, CasePicture, Cases } from '../ports/cases.ts';
import { boundedBytes, boundedText } from './outside-service.ts';

const WHO = 'The service of cases';
const PATIENCE_MS = 20_000;
const MOST_BYTES = 20 << 20;
const MOST_FRAMES = 500;
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
const listed = z.object({ images: z.array(z.string().min(1).max(1000)).max(MOST_FRAMES) });

export function openHttpCases(base: string): Cases {
  const root = base.replace(/\/+$/, '');
  const post = (path: string, body: CaseOf): Promise<Response> =>
    fetch(`${root}/illustration/${path}`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  const paths = async (of: CaseOf): Promise<readonly string[]> => {
    const reply = await post('images', of);
    if (reply.status === 404) return [];
    if (!reply.ok) throw new Error(`${WHO} answered ${reply.status}.`);
    return listed.parse(JSON.parse(await boundedText(reply, MOST_BYTES, WHO))).images;
  };
  return {
    async plot(of) {
      return await pictureOf(await post('plot', of));
    },
    /** Its paths are nobody's business: frames are called by their numbers. */
    frames: async (of) => (await paths(of)).map((_, at) => `${String(at + 1).padStart(3, '0')}`),
    async frame(of, name) {
      const path = /^\d{3}$/.test(name) ? (await paths(of))[Number(name) - 1] : undefined;
      if (path === undefined) return null;
      const address = new URL(path.replace(/^\/+/, ''), `${root}/`);
      if (address.origin !== new URL(root).origin) return null;
      return await pictureOf(
        await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) }),
      );
    },
  };
}

async function pictureOf(reply: Response): Promise<CasePicture | null> {
  if (reply.status === 404) return null;
  if (!reply.ok) throw new Error(`${WHO} answered ${reply.status}.`);
  const told = reply.headers.get('content-type')?.split(';')[0]?.trim();
  const type = TYPES.find((one) => one === told);
  if (!type) throw new Error(`${WHO} answered no picture.`);
  return { type, bytes: await boundedBytes(reply, MOST_BYTES, WHO) };
}
