// What every adapter of the drop box port keeps to.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DropBox, OpenDropBox, UploadedFile } from '../drop-box.ts';

export interface DropBoxPlace {
  readonly dropBox: DropBox;
  /** A person agrees: a code that may be exchanged once. */
  agree(): string;
  /** The person takes back all that they agreed to. */
  takeBack(): void;
  /** The content at a path of the user's storage. */
  stored(path: string): Buffer | undefined;
  /** How many times the adapter has begun to send the bytes of a file. */
  sent(): number;
  /** No file fits any more. */
  fill(): void;
  close(): Promise<unknown>;
}

const REDIRECT = 'http://archive.example/callback';
const never = new AbortController().signal;

export function fileOf(content: Buffer, path = '/order-1/naïve 1.cdf') {
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

/** `chunk`: bytes that the adapter sends in one call. */
export function dropBoxSuite(name: string, chunk: number, open: () => Promise<DropBoxPlace>): void {
  describe(`${name} as a drop box`, () => {
    let place: DropBoxPlace;
    beforeEach(async () => {
      place = await open();
    });
    afterEach(() => place.close());

    const token = () => place.dropBox.exchange({ redirect: REDIRECT, code: place.agree() });
    async function linked(): Promise<OpenDropBox> {
      const opened = await place.dropBox.open(await token());
      if (!opened) throw new Error('not linked');
      return opened;
    }

    it('a drop box leads a person away and back, with what it was given', () => {
      const link = new URL(place.dropBox.linkUrl({ redirect: REDIRECT, state: 'a&b=ü' }));
      expect(link.searchParams.get('state')).toBe('a&b=ü');
      expect(link.searchParams.get('redirect_uri')).toBe(REDIRECT);
      expect(link.href).not.toContain('secret');
    });

    it('a drop box exchanges a code once', async () => {
      const code = place.agree();
      const lasting = await place.dropBox.exchange({ redirect: REDIRECT, code });
      expect(lasting).not.toBe('');
      await expect(place.dropBox.open(lasting)).resolves.not.toBeNull();
      for (const again of [code, 'made up', ''])
        await expect(
          place.dropBox.exchange({ redirect: REDIRECT, code: again }),
        ).rejects.toMatchObject({ code: 'forbidden' });
    });

    it('a drop box opens nothing by a token that is none, or not any more', async () => {
      for (const none of ['forged', '']) await expect(place.dropBox.open(none)).resolves.toBeNull();
      const lasting = await token();
      const opened = await place.dropBox.open(lasting);
      await opened?.unlink();
      await expect(place.dropBox.open(lasting)).resolves.toBeNull();
    });

    it.each([0, 1, chunk, chunk + 1, 2 * chunk, 5 * chunk + 17])(
      'a drop box takes a file of %i bytes whole',
      async (bytes) => {
        const content = randomBytes(bytes);
        const { file } = fileOf(content);
        await (await linked()).upload(file, never);
        expect(place.stored(file.path)?.equals(content)).toBe(true);
      },
    );

    it('a drop box does not send again what is there, and replaces what is another', async () => {
      const opened = await linked();
      const { file } = fileOf(randomBytes(2 * chunk + 3));
      await opened.upload(file, never);
      const before = place.sent();
      await opened.upload(file, never);
      expect(place.sent()).toBe(before);
      const other = randomBytes(file.bytes);
      await opened.upload(fileOf(other).file, never);
      expect(place.stored(file.path)?.equals(other)).toBe(true);
    });

    it('a drop box resumes the upload of a stopped process, and restarts it where that is impossible', async () => {
      const content = randomBytes(5 * chunk + 17);
      const { file, kept } = fileOf(content);
      const stopping = new AbortController();
      const halted: UploadedFile = {
        ...file,
        keep: async (resume) => {
          kept.push(resume);
          if (kept.length === 3) stopping.abort(new Error('stopped'));
        },
      };
      await expect((await linked()).upload(halted, stopping.signal)).rejects.toThrow();
      expect(place.stored(file.path)).toBeUndefined(); // no partial file
      const before = place.sent();
      const resume = kept.at(-1) ?? null;
      expect(resume).not.toBeNull();
      await (await linked()).upload({ ...file, resume }, never);
      expect(place.stored(file.path)?.equals(content)).toBe(true);
      expect(place.sent()).toBe(before);
      const other = randomBytes(3 * chunk);
      for (const broken of [resume, '{', '{"session":1}', '']) {
        const anew = { ...fileOf(other, `/order-2/${String(broken).length}`).file, resume: broken };
        await (await linked()).upload(anew, never);
        expect(place.stored(anew.path)?.equals(other)).toBe(true);
      }
    });

    it('a drop box sends nothing after it was cancelled', async () => {
      const opened = await linked();
      const { file } = fileOf(randomBytes(10));
      await expect(opened.upload(file, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
        'stopped',
      );
      expect(place.stored(file.path)).toBeUndefined();
    });

    it('a drop box says what it will never take', async () => {
      const opened = await linked();
      place.fill();
      const { file } = fileOf(randomBytes(10));
      const conflict = { name: 'Problem', code: 'conflict' };
      await expect(opened.upload(file, never)).rejects.toMatchObject(conflict);
      place.takeBack();
      await expect(opened.upload(file, never)).rejects.toMatchObject(conflict);
    });
  });
}
