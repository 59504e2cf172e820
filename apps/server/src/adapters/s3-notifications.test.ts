// Notifications as a bucket that others wrote sends them to a queue, taken up as changes of the
// archive.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { loadTables } from '../core/tables/load.ts';
import { takeChanges } from '../features/harvest/changes.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';
import { openS3Archive } from './archive-s3.ts';
import { hasMoto, type Moto, startMoto } from './testing/moto.ts';

let moto: Moto;
let store: TemporaryStore;
let folder: string;
beforeAll(async () => {
  if (!hasMoto) return;
  moto = await startMoto('archive');
  store = await temporaryStore();
  folder = temporaryFolder();
  vi.stubEnv('AWS_ENDPOINT_URL_S3', moto.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  moto?.close();
  await store?.close();
});

/**
 * A call of one of the services of the server, which tells them apart by the scope of the
 * signature.
 */
async function call(service: 's3' | 'sqs', path: string, how: RequestInit): Promise<string> {
  const scope = `Credential=key/20260101/us-east-1/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`;
  const reply = await fetch(`${moto.url}${path}`, { ...how, headers: { authorization } });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return text;
}
const sqs = (fields: Record<string, string>) =>
  call('sqs', '/', {
    method: 'POST',
    body: new URLSearchParams({ Version: '2012-11-05', ...fields }),
  });

it.skipIf(!hasMoto)(
  'what is put into a bucket and deleted there is filed and forgotten by the messages of its queue alone',
  async () => {
    const input = {
      store,
      archive: await openS3Archive('s3://archive/some-prefix'),
      tables: await loadTables(join(folder, 'none')),
      log: pino({ level: 'silent' }),
    };
    const place = { bucket: 'archive', prefix: 'some-prefix/' };
    const put = async (name: string) => {
      const path = join(folder, 'file.nc');
      await writeTestFile(path);
      const body = new Uint8Array(await readFile(path));
      await call('s3', `/archive/some-prefix/${encodeURIComponent(name)}`, { method: 'PUT', body });
    };
    await put('sgpmetE13.b1.20190101.000000.nc');
    await harvest(input);
    const url =
      /<QueueUrl>(.*)<\/QueueUrl>/.exec(
        await sqs({ Action: 'CreateQueue', QueueName: 'changes' }),
      )?.[1] ?? '';
    await call('s3', '/archive?notification', {
      method: 'PUT',
      body: `<NotificationConfiguration><QueueConfiguration><Queue>arn:aws:sqs:us-east-1:123456789012:changes</Queue>
      <Event>s3:ObjectCreated:*</Event><Event>s3:ObjectRemoved:*</Event></QueueConfiguration></NotificationConfiguration>`,
    });
    await put('nsametC1.b1.20190101.000000.nc');
    await put('with space & +.nc');
    await call('s3', '/archive/some-prefix/sgpmetE13.b1.20190101.000000.nc', { method: 'DELETE' });
    const messages = await sqs({
      Action: 'ReceiveMessage',
      QueueUrl: url,
      MaxNumberOfMessages: '10',
    });
    const lines = [...messages.matchAll(/<Body>([^<]*)<\/Body>/g)].map(([, body = '']) =>
      body.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    );
    expect(lines.length).toBeGreaterThanOrEqual(3);
    const { report } = await takeChanges(input, lines, place);
    expect(report).toMatchObject({ added: 2, removed: 1 });
    const files = await store.db.selectFrom('files').select('path').orderBy('path').execute();
    expect(files.map(({ path }) => path)).toEqual([
      'nsametC1.b1.20190101.000000.nc',
      'with space & +.nc',
    ]);
  },
);
