// Illustrated cases of another service: POST {base}/illustration/plot and /images, as this one answers them itself.
import * as z from 'zod';
import type { CaseOf, CasePicture, Cases } from '../ports/cases.ts';

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
    if (!reply.ok) throw new Error(`The service of cases answered ${reply.status}.`);
    const text = Buffer.from(await bounded(reply)).toString('utf8');
    return listed.parse(JSON.parse(text)).images;
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
  if (!reply.ok) throw new Error(`The service of cases answered ${reply.status}.`);
  const told = reply.headers.get('content-type')?.split(';')[0]?.trim();
  const type = TYPES.find((one) => one === told);
  if (!type) throw new Error('The service of cases answered no picture.');
  return { type, bytes: await bounded(reply) };
}

async function bounded(reply: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of reply.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The service of cases answered far too much.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
