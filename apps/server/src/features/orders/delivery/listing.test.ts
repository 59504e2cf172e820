// What a delivery shows of itself: how much, until when, what is missing, and addresses that lead
// to each file.
import { expect, it } from 'vitest';
import { fileUrl, indexHtml, indexJson, type ListingInput, transferList } from './listing.ts';
import type { Manifest } from './manifest.ts';

const blob = (name: string, kind: 'data' | 'document' = 'data') => ({
  ...{ name, kind, bytes: 1000, sha256: 'ab'.repeat(32), crc32: 1 },
});
const manifestOf = (change: Partial<Manifest> = {}): Manifest => ({
  orderId: 7,
  made: Date.UTC(2026, 0, 1) / 1000,
  expires: Date.UTC(2026, 0, 31) / 1000,
  simulated: false,
  missing: [],
  files: [blob('b1/day 1#a.nc'), blob('README.txt', 'document')],
  ...change,
});
const input = (change: Partial<Manifest> = {}): ListingInput => ({
  manifest: manifestOf(change),
  base: '/delivery/7/',
  query: '?key=k',
  title: 'Data <here>',
});
const missing = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ file: `lost-${n}.nc`, reason: 'It is <gone>.' }));

it('the page of a delivery counts data and documents apart, says until when, and escapes what comes from elsewhere', async () => {
  const page = await indexHtml(input());
  expect(page).toContain('1 data file and 1 document, 2.00 kB. Kept until 2026-01-31.');
  expect(page).toContain('<title>Order 7 · Data &lt;here&gt;</title>');
  expect(page).toContain('href="b1/day%201%23a.nc?key=k"');
  const documents = page.indexOf('<caption>Documents');
  expect(page.indexOf('day%201')).toBeLessThan(documents);
  expect(page.indexOf('href="README.txt?key=k"')).toBeGreaterThan(documents);
  for (const list of ['all.zip', 'helper.sh', 'helper.py', 'transfer.txt', 'index.json'])
    expect(page).toContain(`<a href="${list}?key=k">`);
  expect(page).not.toContain('simulated');
  // The navigation, theme and cart of all pages.
  for (const part of ['aria-label="Main"', 'id="theme"', 'id="cart-count"', '/page-style.css'])
    expect(page).toContain(part);
  expect(page).not.toContain('could not be delivered');
});

it('the page of a delivery says that values are simulated, and how many files there are', async () => {
  const page = await indexHtml(input({ simulated: true, files: [blob('a.nc'), blob('b.nc')] }));
  expect(page).toContain('<strong>These data are simulated.</strong>');
  expect(page).toContain('2 data files, ');
});

it('the page of a delivery names what is missing, and how many more there are than it names', async () => {
  const some = await indexHtml(input({ missing: missing(200) }));
  expect(some).toContain('200 of the ordered files could not be delivered');
  expect(some).toContain('<li>lost-199.nc: It is &lt;gone&gt;.</li>');
  expect(some).not.toContain('more, see README.txt');
  const many = await indexHtml(input({ missing: missing(203) }));
  expect(many).toContain('203 of the ordered files');
  expect(many).toContain('and 3 more, see README.txt');
  expect(many).not.toContain('lost-200.nc');
});

it('the page of a delivery has a row for each of thousands of files', async () => {
  const files = Array.from({ length: 4001 }, (_, n) => blob(`f${n}.nc`));
  let turns = 0;
  let next: NodeJS.Immediate;
  const another = () => {
    turns++;
    next = setImmediate(another);
  };
  next = setImmediate(another);
  const page = await indexHtml(input({ files }));
  clearImmediate(next);
  expect(page.match(/<tr><td>/g)).toHaveLength(4001);
  expect(turns).toBeGreaterThan(0); // others have theirs, but not after each row
  expect(turns).toBeLessThan(10);
});

it('lists for programs are JSON with an address and a sum for each file', () => {
  expect(indexJson(input())).toMatchObject({
    orderId: 7,
    expires: '2026-01-31T00:00:00Z',
    files: [
      { name: 'b1/day 1#a.nc', bytes: 1000, url: '/delivery/7/b1/day%201%23a.nc?key=k' },
      { name: 'README.txt', sha256: 'ab'.repeat(32), url: '/delivery/7/README.txt?key=k' },
    ],
  });
});

it('lists for programs are input for a download tool, each file in the folder of its order with its sum', () => {
  expect(transferList(input()).split('\n').slice(1, 4)).toEqual([
    '/delivery/7/b1/day%201%23a.nc?key=k',
    '  out=order-7/b1/day 1#a.nc',
    `  checksum=sha-256=${'ab'.repeat(32)}`,
  ]);
});

it('lists for programs keep the slashes of folders and nothing else', () => {
  expect(fileUrl('x/', 'a b/c?d.nc', '')).toBe('x/a%20b/c%3Fd.nc');
});
