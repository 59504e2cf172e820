// A user who orders, by the calls that a browser makes: for tests of what is delivered.
import { bytesSource, openDataset } from '@isobar/netcdf';
import { expect } from 'vitest';
import { readManifest } from '../delivery/manifest.ts';
import type { OrderFixture } from './order-fixture.ts';

export type Customer = Awaited<ReturnType<typeof customerOf>>;

export async function customerOf(house: OrderFixture, name = 'ada') {
  const { headers, personId } = await house.signIn(name);
  const get = (path: string) => house.app.inject({ url: `/services/order/${path}`, headers });
  const send = (payload: object) => house.place(headers, payload);

  /** The number of the order that was placed. */
  async function place(payload: object): Promise<number> {
    const reply = await send(payload);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().message).toContain('order number');
    return reply.json<{ orderId: number }>().orderId;
  }
  const status = async (orderId: number) => (await get(`status/${orderId}`)).json();
  /** What the manifest lists as data. */
  async function filesOf(orderId: number) {
    const manifest = await readManifest(house.blobs, orderId);
    const data = manifest?.files.filter(({ kind }) => kind === 'data') ?? [];
    return { manifest, data, names: data.map((file) => file.name) };
  }
  async function fetched(orderId: number, file: string): Promise<Buffer> {
    const reply = await get(`delivery/${orderId}/${file}`);
    expect(reply.statusCode).toBe(200);
    return reply.rawPayload;
  }
  return {
    headers,
    personId,
    get,
    send,
    place,
    status,
    filesOf,
    fetched,
    dataset: async (orderId: number, file: string) =>
      openDataset(bytesSource(new Uint8Array(await fetched(orderId, file)))),
    /** Placed and processed. */
    async delivered(payload: object) {
      const orderId = await place(payload);
      await house.work();
      return { orderId, status: await status(orderId), ...(await filesOf(orderId)) };
    },
  };
}
