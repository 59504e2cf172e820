// JSON text written straight into bytes.

export class JsonBytes {
  private bytes = new Uint8Array(1 << 16);
  private at = 0;

  /** Any value without members of its own. */
  value(value: unknown): void {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9)
      this.whole(value);
    else this.text(JSON.stringify(value));
  }

  /** JSON as it is. */
  text(json: string): void {
    this.reserve(json.length * 3);
    this.at += ENCODER.encodeInto(json, this.bytes.subarray(this.at)).written;
  }

  /** UTF-8 JSON as it is. */
  raw(json: Uint8Array): void {
    this.reserve(json.length);
    if (json.length > 64) this.bytes.set(json, this.at);
    else for (let i = 0; i < json.length; i++) this.bytes[this.at + i] = json[i] as number;
    this.at += json.length;
  }

  /** Bytes of a longer list, from `from` up to but without `to`. */
  part(of: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    const { bytes } = this;
    let at = this.at;
    for (let i = from; i < to; i++) bytes[at++] = of[i] as number;
    this.at = at;
  }

  /** A whole number from 0 up to but without 1e9. */
  whole(number: number): void {
    this.reserve(10);
    let digits = 1;
    for (let limit = 10; number >= limit; limit *= 10) digits++;
    let rest = number;
    for (let i = this.at + digits - 1; i >= this.at; i--) {
      const next = (rest / 10) | 0;
      this.bytes[i] = 48 + rest - next * 10;
      rest = next;
    }
    this.at += digits;
  }

  /** All that was written, in a buffer of its own. */
  end(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.at);
  }

  private reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.at + length));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

const ENCODER = new TextEncoder();
