// A person's Dropbox: OAuth with a lasting token, small files in one call, large ones in upload
// sessions that resume.
import { createHash } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { DropBox, OpenDropBox, UploadedFile } from '../ports/drop-box.ts';
import {
  callDropBox,
  type DropBoxCall,
  DropBoxRefusal,
  NotAllowed,
  PATIENCE,
  type Patience,
} from './drop-box-call.ts';

export interface DropboxAddresses {
  readonly site: string;
  readonly api: string;
  readonly content: string;
}

const ADDRESSES: DropboxAddresses = {
  site: 'https://www.dropbox.com',
  api: 'https://api.dropboxapi.com',
  content: 'https://content.dropboxapi.com',
};

export interface DropboxApp {
  /** Key and secret of the app that the operator registered with Dropbox. */
  readonly key: string;
  readonly secret: string;
  readonly addresses?: DropboxAddresses;
  readonly patience?: Patience;
  /** Bytes sent in one call; larger files go in sessions. */
  readonly chunkBytes?: number;
}

/** A multiple of 4 MB, as the API advises. */
const CHUNK_BYTES = 8 << 20;
/** The content hash of the API is the hash of the hashes of blocks of this size. */
const HASH_BLOCK = 4 << 20;
/** How long before it expires an access token is renewed, milliseconds. */
const RENEW_BEFORE = 60_000;

const granted = z.object({ refresh_token: z.string() });
const renewed = z.object({ access_token: z.string(), expires_in: z.number() });
const metadata = z.object({ size: z.number(), content_hash: z.string() });
const started = z.object({ session_id: z.string() });
const kept = z.object({ session: z.string(), offset: z.number().int().min(0), bytes: z.number() });

export function openDropbox(app: DropboxApp): DropBox {
  const addresses = app.addresses ?? ADDRESSES;
  const grant = async (fields: Record<string, string>): Promise<unknown> =>
    await callDropBox(
      {
        url: `${addresses.api}/oauth2/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(
          new URLSearchParams({ ...fields, client_id: app.key, client_secret: app.secret }),
        ),
      },
      app.patience ?? PATIENCE,
    );
  return {
    linkUrl: ({ redirect, state }) =>
      `${addresses.site}/oauth2/authorize?${new URLSearchParams({
        client_id: app.key,
        response_type: 'code',
        token_access_type: 'offline',
        redirect_uri: redirect,
        state,
      })}`,
    async exchange({ redirect, code }) {
      try {
        const fields = { grant_type: 'authorization_code', code, redirect_uri: redirect };
        return read(granted, await grant(fields)).refresh_token;
      } catch (cause) {
        if (!(cause instanceof NotAllowed)) throw cause;
        throw new Problem('forbidden', 'The drop box did not accept the link.', { cause });
      }
    },
    async open(token) {
      const renew = async () => {
        const answer = read(
          renewed,
          await grant({ grant_type: 'refresh_token', refresh_token: token }),
        );
        const until = Date.now() + answer.expires_in * 1000 - RENEW_BEFORE;
        return { token: answer.access_token, until };
      };
      try {
        return new OpenDropbox(app, addresses, renew, await renew());
      } catch (error) {
        if (error instanceof NotAllowed) return null;
        throw error;
      }
    },
  };
}

interface Access {
  readonly token: string;
  /** Milliseconds since 1970 UTC. */
  readonly until: number;
}

class OpenDropbox implements OpenDropBox {
  private readonly patience: Patience;
  private readonly addresses: DropboxAddresses;
  private readonly chunkBytes: number;
  private readonly renew: () => Promise<Access>;
  private access: Access;

  constructor(
    app: DropboxApp,
    addresses: DropboxAddresses,
    renew: () => Promise<Access>,
    access: Access,
  ) {
    this.patience = app.patience ?? PATIENCE;
    this.addresses = addresses;
    this.chunkBytes = app.chunkBytes ?? CHUNK_BYTES;
    this.renew = renew;
    this.access = access;
  }

  async upload(file: UploadedFile, signal: AbortSignal): Promise<void> {
    try {
      if (await this.isThere(file, signal)) return;
      if (file.bytes <= this.chunkBytes) {
        const commit = { path: file.path, mode: 'overwrite', mute: true };
        const bytes = await file.read(0, file.bytes);
        needsWhole(await this.send('files/upload', commit, bytes, signal), file);
      } else await this.uploadInSession(file, signal);
    } catch (error) {
      throw named(error);
    }
  }

  async unlink(): Promise<void> {
    await this.ask('auth/token/revoke', null).catch((error: unknown) => {
      if (!(error instanceof NotAllowed)) throw error; // revoked already
    });
  }

  private async isThere(file: UploadedFile, signal: AbortSignal): Promise<boolean> {
    const found = await this.ask('files/get_metadata', { path: file.path }, signal).catch(
      (error: unknown) => {
        if (error instanceof DropBoxRefusal && error.summary.startsWith('path/not_found'))
          return null;
        throw error;
      },
    );
    const told = metadata.safeParse(found);
    if (!told.success || told.data.size !== file.bytes) return false;
    return told.data.content_hash === (await contentHash(file));
  }

  private async uploadInSession(file: UploadedFile, signal: AbortSignal): Promise<void> {
    const known = resumed(file.resume);
    let session = known?.bytes === file.bytes ? known.session : '';
    let offset = session === '' ? 0 : (known?.offset ?? 0);
    const keep = () => file.keep(JSON.stringify({ session, offset, bytes: file.bytes }));
    /**
     * Reads from an error how to go on: at the offset that Dropbox names, or in a new session.
     * Throws any other error.
     */
    const goOnAt = (error: unknown) => {
      const correct = error instanceof DropBoxRefusal ? correctOffset(error) : null;
      if (correct !== null) offset = correct;
      else if (error instanceof DropBoxRefusal && /not_found|closed/.test(error.summary))
        session = ''; // sessions expire after a week: start again
      else throw error;
    };
    for (let tries = 0; tries < MOST_CORRECTIONS; ) {
      signal.throwIfAborted();
      const end = Math.min(file.bytes, session === '' ? this.chunkBytes : offset + this.chunkBytes);
      const cursor = { session_id: session, offset };
      try {
        if (session === '') {
          const chunk = await file.read(0, end);
          const answer = await this.send('files/upload_session/start', {}, chunk, signal);
          session = read(started, answer).session_id;
          offset = end;
        } else if (end < file.bytes) {
          const chunk = await file.read(offset, end);
          await this.send('files/upload_session/append_v2', { cursor }, chunk, signal);
          offset = end;
        } else {
          const commit = { path: file.path, mode: 'overwrite', mute: true };
          const chunk = await file.read(offset, end);
          const path = 'files/upload_session/finish';
          needsWhole(await this.send(path, { cursor, commit }, chunk, signal), file);
          return;
        }
      } catch (error) {
        goOnAt(error);
        tries++;
      }
      await keep();
    }
    throw new Problem(
      'unavailable',
      'The drop box and this archive disagree about how much of the file has arrived.',
    );
  }

  private async ask(path: string, argument: unknown, signal?: AbortSignal): Promise<unknown> {
    return await this.withAccess({
      url: `${this.addresses.api}/2/${path}`,
      headers: argument === null ? {} : { 'content-type': 'application/json' },
      body: argument === null ? '' : JSON.stringify(argument),
      ...(signal ? { signal } : {}),
    });
  }

  private async send(
    path: string,
    argument: unknown,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<unknown> {
    return await this.withAccess({
      url: `${this.addresses.content}/2/${path}`,
      headers: {
        'content-type': 'application/octet-stream',
        'dropbox-api-arg': asciiJson(argument),
      },
      body,
      signal,
    });
  }

  /**
   * Makes a call with a valid access token. The token is renewed when its time is over, or when
   * Dropbox refuses it earlier.
   */
  private async withAccess(call: DropBoxCall): Promise<unknown> {
    const attempt = () =>
      callDropBox(
        { ...call, headers: { ...call.headers, authorization: `Bearer ${this.access.token}` } },
        this.patience,
      );
    if (this.access.until <= Date.now()) this.access = await this.renew();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      this.access = await this.renew();
      return await attempt();
    }
  }
}

/** How often the two sides may disagree about how much of a file has arrived. */
const MOST_CORRECTIONS = 5;

/**
 * An answer as the API documents it. Anything else, such as the page of a proxy, counts as a
 * failure that will pass.
 */
function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const told = schema.safeParse(answer);
  if (told.success) return told.data;
  const cause = told.error;
  throw new Problem('unavailable', 'The drop box gave an unexpected answer.', {
    cause,
  });
}

function needsWhole(answer: unknown, { bytes }: UploadedFile): void {
  if (read(metadata, answer).size === bytes) return;
  throw new Problem('unavailable', 'The drop box does not have the whole file.');
}

/** The state that `keep` was given; null if this adapter did not write it. */
function resumed(text: string | null) {
  if (text === null) return null;
  try {
    return kept.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const offsets = z.object({ correct_offset: z.number().int().min(0) });
const refusedAppend = z.object({ error: offsets });
const refusedFinish = z.object({ error: z.object({ lookup_failed: offsets }) });

function correctOffset({ answer }: DropBoxRefusal): number | null {
  const append = refusedAppend.safeParse(answer);
  if (append.success) return append.data.error.correct_offset;
  const finish = refusedFinish.safeParse(answer);
  return finish.success ? finish.data.error.lookup_failed.correct_offset : null;
}

function named(error: unknown): unknown {
  if (error instanceof NotAllowed)
    return new Problem('conflict', 'The Drop Box is no longer linked.', { cause: error });
  if (!(error instanceof DropBoxRefusal)) return error;
  const reason = error.summary.includes('insufficient_space')
    ? 'There is no space left in the Drop Box.'
    : `The Drop Box refused the file (${error.summary}).`;
  return new Problem('conflict', reason, { cause: error });
}

async function contentHash(file: UploadedFile): Promise<string> {
  const whole = createHash('sha256');
  for (let at = 0; at < file.bytes; at += HASH_BLOCK) {
    const block = await file.read(at, Math.min(file.bytes, at + HASH_BLOCK));
    whole.update(createHash('sha256').update(block).digest());
  }
  return whole.digest('hex');
}

/** JSON for a header, which holds ASCII only. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
