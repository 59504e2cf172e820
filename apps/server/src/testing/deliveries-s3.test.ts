// A server whose deliveries are in an S3 store that others wrote: what is fetched is what was
// delivered, through a kill as well.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMoto, type Moto, startMoto } from '../adapters/testing/moto.ts';
import { type RealInstallation, type RealServer, realInstallation } from './real-server.ts';

describe.skipIf(!hasMoto)('deliveries in an S3 store (needs moto)', () => {
  let moto: Moto;
  let installation: RealInstallation;
  let server: RealServer;
  beforeAll(async () => {
    moto = await startMoto('deliveries');
    installation = await realInstallation(3, {
      ISOBAR_DELIVERIES: 's3://deliveries/of/isobar',
      ISOBAR_KEPT: 's3://deliveries/kept',
      ISOBAR_S3_ENDPOINT: moto.url,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
    await installation.addPerson();
    server = await installation.serve();
  });
  afterAll(async () => {
    await installation.close();
    moto.close();
  });

  const listed = async (orderId: number) => {
    const reply = await server.call(`/services/order/delivery/${orderId}/index.json`);
    expect(reply.status, await reply.clone().text()).toBe(200);
    return (await reply.json()) as { files: { name: string; bytes: number; sha256: string }[] };
  };
  const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await server.call(path, { headers });
    return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  it('deliveries in an S3 store are fetched whole, by range and as ZIP, with the checksums of the order', async () => {
    const orderId = await server.order(1);
    expect(await server.ended(orderId)).toMatchObject({ curStep: 'complete', failure: null });
    const { files } = await listed(orderId);
    expect(files.length).toBeGreaterThan(3);
    for (const { name, bytes: length, sha256 } of files) {
      const path = `/services/order/delivery/${orderId}/${name}`;
      const { bytes } = await bytesOf(path);
      expect(bytes.length, name).toBe(length);
      expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256);
      const part = await bytesOf(path, { range: 'bytes=3-12' });
      expect(part.status).toBe(206);
      expect(part.bytes.equals(bytes.subarray(3, 13)), name).toBe(true);
    }
    const zip = await bytesOf(`/services/order/delivery/${orderId}/all.zip`);
    expect(zip.status).toBe(200);
    expect(zip.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    const end = await bytesOf(`/services/order/delivery/${orderId}/all.zip`, {
      range: 'bytes=-100',
    });
    expect(end.bytes.equals(zip.bytes.subarray(-100))).toBe(true);
  });

  it('deliveries in an S3 store leave no files of people in the home', () => {
    const folder = join(installation.home, 'deliveries');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('deliveries in an S3 store are complete for every acknowledged order, although the server is killed while it makes them', async () => {
    const orders = [await server.order(1), await server.order(2), await server.order(3)];
    await sleep(300);
    await server.kill('SIGKILL');
    server = await installation.serve();
    for (const orderId of orders) {
      expect(await server.ended(orderId)).toMatchObject({ curStep: 'complete', failure: null });
      for (const { name, sha256 } of (await listed(orderId)).files) {
        const { bytes } = await bytesOf(`/services/order/delivery/${orderId}/${name}`);
        expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256);
      }
    }
  });
});
