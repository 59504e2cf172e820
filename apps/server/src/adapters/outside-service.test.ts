// What all services elsewhere have in common: secrets out of addresses, and no more read than expected.
import { describe, expect, it } from 'vitest';
import { apartFromSecret, boundedBytes, boundedText } from './outside-service.ts';

describe('an address with user and password', () => {
  it('is parted from them', () => {
    const { url, headers } = apartFromSecret('https://desk:s%40cret@example.org/api?a=1');
    expect(url.href).toBe('https://example.org/api?a=1');
    expect(headers).toEqual({ authorization: `Basic ${btoa('desk:s@cret')}` });
  });
  it('needs none', () => {
    expect(apartFromSecret('https://example.org/').headers).toEqual({});
  });
});

describe('an answer', () => {
  it('is read up to its expected length', async () => {
    expect(await boundedText(new Response('añb'), 4, 'It')).toBe('añb');
    expect(await boundedText(new Response(null), 0, 'It')).toBe('');
  });
  it('is not read on once it is longer', async () => {
    let given = 0;
    let left = false;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          given += 10;
          controller.enqueue(new Uint8Array(10));
          if (given > 1000) controller.close();
        },
        cancel: () => {
          left = true;
        },
      },
      { highWaterMark: 0 },
    );
    await expect(boundedBytes(new Response(endless), 25, 'The desk')).rejects.toThrow(
      'The desk answered far too much.',
    );
    expect([given, left]).toEqual([30, true]);
  });
});
