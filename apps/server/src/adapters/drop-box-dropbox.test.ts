// The Dropbox adapter against a server that speaks the API's documented shapes.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropBoxSuite, fileOf } from '../ports/testing/drop-box-suite.ts';
import { troubleSuite } from '../ports/testing/trouble.ts';
import { type DropboxAddresses, openDropbox } from './drop-box-dropbox.ts';
import { type DropboxServer, startDropboxServer } from './testing/dropbox-server.ts';

const CHUNK = 1000;
const REDIRECT = 'http://archive.example/callback';
const signal = new AbortController().signal;
const PATIENCE = { first: 1, tries: 4, timeout: 5000, longest: 50 };
/** A few tries, so that a call comes to an end. */
const HASTE = { first: 1, tries: 2, timeout: 1000, longest: 10 };

const appAt = (addresses: DropboxAddresses, patience = PATIENCE) =>
  openDropbox({ key: 'app', secret: 's3cret', addresses, patience, chunkBytes: CHUNK });
const all = (url: string): DropboxAddresses => ({ site: url, api: url, content: url });

dropBoxSuite('Dropbox', CHUNK, async () => {
  const server = await startDropboxServer();
  return {
    dropBox: appAt(server.addresses),
    agree() {
      const code = `code-${randomBytes(4).toString('hex')}`;
      server.codes.add(code);
      return code;
    },
    takeBack() {
      server.access.clear();
      server.tokens.clear();
    },
    stored: (path) => server.files.get(path),
    sent: () => server.calls.filter((path) => /\/(upload|start)$/.test(path)).length,
    fill() {
      server.full = true;
    },
    close: () => server.close(),
  };
});

const unavailable = (error: unknown) =>
  expect(error).toMatchObject({ name: 'Problem', code: 'unavailable' });
const told = { error: unavailable, secret: 's3cret' };
troubleSuite(
  'linking',
  (url) => appAt(all(url), HASTE).exchange({ redirect: REDIRECT, code: 'code' }),
  told,
);
troubleSuite('opening', (url) => appAt(all(url), HASTE).open('token'), told);
/** Linked to a server that works; then its files are sent to the one in trouble. */
const uploaded = (bytes: number) => async (url: string) => {
  const server = await startDropboxServer();
  try {
    server.codes.add('code');
    const token = await appAt(server.addresses).exchange({ redirect: REDIRECT, code: 'code' });
    const opened = await appAt({ ...server.addresses, content: url }, HASTE).open(token);
    return await opened?.upload(fileOf(randomBytes(bytes)).file, signal);
  } finally {
    await server.close();
  }
};
troubleSuite('a small upload', uploaded(10), told);
troubleSuite('an upload in parts', uploaded(3 * CHUNK), told);

describe('Dropbox', () => {
  let server: DropboxServer;
  beforeEach(async () => {
    server = await startDropboxServer();
  });
  afterEach(() => server.close());
  const linked = async () => {
    server.codes.add('code');
    const app = appAt(server.addresses);
    const opened = await app.open(await app.exchange({ redirect: REDIRECT, code: 'code' }));
    if (!opened) throw new Error('not linked');
    return opened;
  };

  it('Dropbox is asked for a lasting token', () => {
    const link = new URL(appAt(server.addresses).linkUrl({ redirect: REDIRECT, state: 's' }));
    expect(link.pathname).toBe('/oauth2/authorize');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      client_id: 'app',
      response_type: 'code',
      token_access_type: 'offline',
      redirect_uri: REDIRECT,
      state: 's',
    });
  });

  it('Dropbox resumes after a lost reply, and restarts the upload when the session has expired', async () => {
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

  it('Dropbox waits as long as the service demands, and renews an expired access token', async () => {
    const opened = await linked();
    server.busy = 2;
    server.access.clear();
    await opened.upload(fileOf(randomBytes(3 * CHUNK)).file, signal);
    expect(server.files.size).toBe(1);
    server.busy = 100;
    const other = fileOf(randomBytes(10)).file;
    await expect(opened.upload(other, signal)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('Dropbox is quoted where it has no space, or the link is gone', async () => {
    const opened = await linked();
    server.full = true;
    const { file } = fileOf(randomBytes(10));
    await expect(opened.upload(file, signal)).rejects.toMatchObject({
      message: 'There is no space left in the Drop Box.',
    });
    server.access.clear();
    server.tokens.clear();
    await expect(opened.upload(file, signal)).rejects.toMatchObject({
      message: 'The Drop Box is no longer linked.',
    });
  });
});
