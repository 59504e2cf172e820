// Appends bytes to a file through one buffer that is used again and again.
import { type FileHandle, open } from 'node:fs/promises';
import { NetcdfError } from '../netcdf-error.ts';
import { encodeUtf8 } from '../text-bytes.ts';
import { Room } from './room.ts';

const FLUSH_BYTES = 1 << 20;

export class TextWriter extends Room {
  /** Bytes in the file so far. */
  written = 0;
  /** Bytes of the text that was added first. */
  private start = 0;
  private readonly file: FileHandle;

  private constructor(file: FileHandle) {
    super(FLUSH_BYTES + (1 << 16));
    this.file = file;
  }

  static async create(path: string): Promise<TextWriter> {
    const file = await open(path, 'w').catch((cause: unknown) => {
      throw new NetcdfError('unreadable', `The file ${path} cannot be written.`, { cause });
    });
    return new TextWriter(file);
  }

  /** Whether it is time to flush. */
  get isFull(): boolean {
    return this.length >= FLUSH_BYTES;
  }

  add(text: string): void {
    const encoded = encodeUtf8(text);
    this.reserve(encoded.length);
    this.bytes.set(encoded, this.length);
    if (this.written + this.length === 0) this.start = encoded.length;
    this.length += encoded.length;
  }

  /**
   * Rewrites what was added first. Throws `invalid` when it does not take exactly as many bytes.
   */
  async replaceStart(text: string): Promise<void> {
    const encoded = encodeUtf8(text);
    if (encoded.length !== this.start) {
      throw new NetcdfError('invalid', 'The new beginning has another length than the first one.');
    }
    await this.flush();
    let done = 0;
    while (done < encoded.length) {
      const { bytesWritten } = await this.file.write(encoded, done, encoded.length - done, done);
      done += bytesWritten;
    }
  }

  async flush(): Promise<void> {
    const { length } = this;
    await this.append(this.bytes, length);
    this.length = 0;
  }

  /** Writes what was added, then `bytes`. */
  async addBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    await this.append(bytes, bytes.length);
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.file.close();
    }
  }

  private async append(bytes: Uint8Array, length: number): Promise<void> {
    let done = 0;
    while (done < length) {
      const { bytesWritten } = await this.file.write(bytes, done, length - done);
      done += bytesWritten;
    }
    this.written += length;
  }

  /** Closes a file that will not be finished. */
  async abandon(): Promise<void> {
    await this.file.close();
  }
}
