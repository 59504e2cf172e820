// Signed links: for one purpose, one order and until one moment; anything else is forged or
// expired.
import { expect, it } from 'vitest';
import { linkSigner } from './links.ts';

const links = linkSigner(new Uint8Array(32).fill(7));
const key = links.sign('delivery', 42, 2000.9);

it('signed links are valid until the whole second at which they expire, and not at it', () => {
  expect(links.check('delivery', 42, key, 1999.9)).toBe('valid');
  expect(links.check('delivery', 42, key, 2000)).toBe('expired');
  // by the clock
  expect(links.check('delivery', 42, links.sign('delivery', 42, 1e11))).toBe('valid');
  expect(links.check('delivery', 42, key)).toBe('expired');
});

it('signed links are forged for anything else, also when their time is over', () => {
  expect(links.check('share', 42, key, 0)).toBe('forged');
  expect(links.check('delivery', 43, key, 0)).toBe('forged');
  expect(linkSigner(new Uint8Array(32)).check('delivery', 42, key, 0)).toBe('forged');
  const [until = '', sum = ''] = key.split('.');
  for (const wrong of ['', '.', until, `${until}.`, `${until}.${sum}A`, `${until}.${sum.slice(1)}`])
    expect(links.check('delivery', 42, wrong, 9999), wrong).toBe('forged');
  expect(links.check('delivery', 42, `1${until}.${sum}`, 0)).toBe('forged');
  expect(links.check('delivery', 42, `x${key}`, 0)).toBe('forged');
});

it('links of a delivery need no escaping in an address', () => {
  expect(key).toMatch(/^2000\.[\w-]{43}$/);
  expect(encodeURIComponent(key)).toBe(key);
});
