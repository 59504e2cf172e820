// The Dropbox adapter against a server that speaks the API's documented shapes.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDropBox, UploadedFile } from '../ports/drop-box.ts';
import { openDropbox } from './drop-box-dropbox.ts';
import { type DropboxServer, startDropboxServer } from './testing/dropbox-server.ts';

const CHUNK = 1000;
const REDIRECT = 'http://archive.example/callback';
const signal = new AbortController().signal;

let server: DropboxServer;
beforeEach(async () => {
  server = await startDropboxServer();
});
afterEach(() => server.close());

const app = () =>
  openDropbox({
    key: 'app',
    secret: 'secret',
    addresses: server.addresses,
    patience: { first: 1, tries: 4, timeout: 5000, longest: 50 },
    chunkBytes: CHUNK,
  });

async function linked(): Promise<OpenDropBox> {
  server.codes.add('code');
  const opened = await app().open(await app().exchange({ redirect: REDIRECT, code: 'code' }));
  if (!opened) throw new Error('not linked');
  return opened;
}

function fileOf(content: Buffer, path = '/order-1/naïve 1.cdf') {
  const kept: string[] = [];
  const file: UploadedFile = {
    path,
    bytes: content.length,
    read: async (start, end) => new Uint8Array(content.subarray(start, end)),
    resume: null,
    keep: async (resume) => {
      kept.push(resume);
    },
  };
  return { file, kept };
}

describe('linking', () => {
  it('leads a person to the consent page and turns the code into a lasting token', async () => {
    const link = new URL(app().linkUrl({ redirect: REDIRECT, state: 's' }));
    expect(link.pathname).toBe('/oauth2/authorize');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      client_id: 'app',
      response_type: 'code',
      token_access_type: 'offline',
      redirect_uri: REDIRECT,
      state: 's',
    });
    server.codes.add('code');
    const token = await app().exchange({ redirect: REDIRECT, code: 'code' });
    expect(server.tokens.has(token)).toBe(true);
    await expect(app().exchange({ redirect: REDIRECT, code: 'code' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('knows when the permission was taken back', async () => {
    expect(await app().open('forged')).toBe(null);
    const opened = await linked();
    const [token = ''] = server.tokens;
    await opened.unlink();
    expect(await app().open(token)).toBe(null);
  });

  it('says that it cannot be reached', async () => {
    await server.close();
    await expect(app().open('any')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('uploads', () => {
  it.each([0, 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5 * CHUNK + 17])('%i bytes arrive', async (bytes) => {
    const content = randomBytes(bytes);
    await (await linked()).upload(fileOf(content).file, signal);
    expect(server.files.get('/order-1/naïve 1.cdf')?.equals(content)).toBe(true);
  });

  it('is not sent again when it is there, and sent when it is another', async () => {
    const opened = await linked();
    const { file } = fileOf(randomBytes(100));
    await opened.upload(file, signal);
    await opened.upload(file, signal);
    expect(server.calls.filter((path) => path === '/2/files/upload')).toHaveLength(1);
    const other = randomBytes(100);
    await opened.upload(fileOf(other).file, signal);
    expect(server.files.get(file.path)?.equals(other)).toBe(true);
  });

  it('goes on where another process stopped', async () => {
    const content = randomBytes(5 * CHUNK + 17);
    const { file, kept } = fileOf(content);
    const stopping = new AbortController();
    const halted = {
      ...file,
      keep: async (resume: string) => {
        kept.push(resume);
        if (kept.length === 3) stopping.abort();
      },
    };
    await expect((await linked()).upload(halted, stopping.signal)).rejects.toThrow();
    const before = server.calls.length;
    await (await linked()).upload({ ...file, resume: kept.at(-1) ?? null }, signal);
    expect(server.files.get(file.path)?.equals(content)).toBe(true);
    expect(server.calls.slice(before)).not.toContain('/2/files/upload_session/start');
  });

  it('finds its place when an answer was lost, and begins anew when the session is gone', async () => {
    const content = randomBytes(5 * CHUNK + 17);
    const { file, kept } = fileOf(content);
    const opened = await linked();
    const slow = {
      ...file,
      keep: async (resume: string) => {
        kept.push(resume);
        if (kept.length === 2) server.losing = 1;
        if (kept.length === 5) server.sessions.clear();
      },
    };
    await opened.upload(slow, signal);
    expect(server.files.get(file.path)?.equals(content)).toBe(true);
    const starts = server.calls.filter((path) => path.endsWith('/start'));
    expect(starts).toHaveLength(2);
  });

  it('waits when it is asked to, and renews access that ran out', async () => {
    const opened = await linked();
    server.busy = 2;
    server.access.clear();
    await opened.upload(fileOf(randomBytes(3 * CHUNK)).file, signal);
    expect(server.files.size).toBe(1);
    server.busy = 100;
    const other = fileOf(randomBytes(10)).file;
    await expect(opened.upload(other, signal)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('says what it will never take', async () => {
    const opened = await linked();
    server.full = true;
    const { file } = fileOf(randomBytes(10));
    await expect(opened.upload(file, signal)).rejects.toMatchObject({
      code: 'conflict',
      message: 'There is no space left in the Drop Box.',
    });
    server.access.clear();
    server.tokens.clear();
    await expect(opened.upload(file, signal)).rejects.toMatchObject({
      message: 'The Drop Box is not linked any more.',
    });
  });
});
