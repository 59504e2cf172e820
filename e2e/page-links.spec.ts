// Pages as crawlers find them: from the sitemap to some of each kind, and along each of their
// links; no link is broken.
import { expect, inject, it } from 'vitest';

/** How many pages of each kind are opened, spread over all of that kind. */
const OF_A_KIND = 3;
/** How many links to pages of one kind are followed. */
const MOST_FOLLOWED = 40;

const url = inject('sharedUrl');

/** Fetches, and waits as long as a refusal says: a page may be refused while others are made. */
async function get(path: string): Promise<{ status: number; text: string; type: string }> {
  for (let tries = 0; ; tries++) {
    const reply = await fetch(url + path, { headers: { accept: 'text/html' } });
    const text = await reply.text();
    if ((reply.status !== 503 && reply.status !== 429) || tries > 30)
      return { status: reply.status, text, type: reply.headers.get('content-type') ?? '' };
    const seconds = Number(reply.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/**
 * Pages name the configured host in their addresses, whichever address was called: only the path is
 * followed.
 */
const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** The addresses in a sitemap, or in the index of all sitemaps. */
const places = async (path: string): Promise<readonly string[]> =>
  [...(await get(path)).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    pathOf(unescaped(address)),
  );

async function addresses(): Promise<readonly string[]> {
  const all: string[] = [];
  for (const part of await places('/sitemap.xml')) all.push(...(await places(part)));
  return all;
}

const kindOf = (path: string): string => path.split('/')[1] ?? '';
const unescaped = (text: string): string => text.replaceAll('&amp;', '&');
/** The address of a link or a picture of our own, without its fragment. */
const linksOf = (page: string): readonly string[] =>
  [...page.matchAll(/(?:href|src)="(\/(?!\/)[^"#]*)/g)].map(([, path = '']) => unescaped(path));
const counted = (page: string, what: RegExp): number => [...page.matchAll(what)].length;

it('every kind has its pages in the sitemap, each with title, description, canonical address, language and one heading', async () => {
  const all = await addresses();
  expect(new Set(all).size).toBe(all.length);
  const kinds = Map.groupBy(all, kindOf);
  expect([...kinds.keys()].sort()).toEqual([
    'campaign',
    'datastream',
    'facility',
    'instrument',
    'measurement',
    'product',
    'report',
    'reports',
    'site',
  ]);
  const links = new Map<string, string>();
  const titles: string[] = [];
  for (const paths of kinds.values()) {
    const looked = Math.min(OF_A_KIND, paths.length);
    for (let n = 0; n < looked; n++) {
      const path = paths[Math.floor((n * paths.length) / looked)] ?? '';
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      const title = /<title>([^<]+)<\/title>/.exec(text)?.[1] ?? '';
      expect(title, path).not.toBe('');
      titles.push(title);
      expect(text, path).toMatch(/<html lang="en"/);
      expect(text, path).toMatch(/<meta name="viewport"/);
      expect(text, path).toMatch(/<meta name="description" content="[^"]{10,}"/);
      expect(/<link rel="canonical" href="([^"]+)"/.exec(text)?.[1], path).toMatch(
        new RegExp(`${path.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}$`),
      );
      expect(counted(text, /<h1[ >]/g), path).toBe(1);
      expect(counted(text, /<img(?![^>]*\salt=)/g), path).toBe(0);
      expect(text, path).not.toMatch(/<meta name="robots" content="[^"]*noindex/);
      for (const [, json = ''] of text.matchAll(
        /<script type="application\/ld\+json">(.*?)<\/script>/gs,
      ))
        expect(JSON.parse(json), path).toHaveProperty('@context');
      for (const link of linksOf(text)) links.set(link, path);
    }
  }
  expect(new Set(titles).size).toBe(titles.length);
  const followed = [...Map.groupBy(links, ([link]) => kindOf(link)).values()].flatMap((some) => {
    const step = Math.max(1, Math.ceil(some.length / MOST_FOLLOWED));
    return some.filter((_, n) => n % step === 0);
  });
  const broken: string[] = [];
  for (const [link, from] of followed) {
    const { status } = await get(link);
    // How many values a month has is known only once its files are read; a request for too many is
    // refused with the reason.
    const isLarge = status === 413 && link.includes('/data/');
    if (status !== 200 && !isLarge) broken.push(`${status} ${link} (on ${from})`);
  }
  expect(broken).toEqual([]);
}, 400_000);

it('the portal tells browsers how to search it, and readers without a script where the pages are', async () => {
  const { text } = await get('/discovery/');
  const [, description = ''] = /<link rel="search"[^>]* href="([^"]+)"/.exec(text) ?? [];
  const found = await get(description);
  expect([found.status, found.type]).toEqual([
    200,
    expect.stringContaining('application/opensearchdescription+xml'),
  ]);
  const [, pages = ''] = /<noscript>[\s\S]*href="([^"]+)"[\s\S]*<\/noscript>/.exec(text) ?? [];
  expect((await get(pages)).status).toBe(200);
});

it('the DOIs of papers and data have the form of one, and papers say where they come from', async () => {
  const all = await addresses();
  const some = all.filter((path) => kindOf(path) === 'product').filter((_, n) => n % 12 === 0);
  const dois = new Set<string>();
  for (const path of some) {
    const { text } = await get(path);
    if (text.includes('<h2>Papers</h2>')) expect(text, path).toContain('own list of papers');
    for (const [, doi = ''] of text.matchAll(/href="https:\/\/doi\.org\/([^"]+)"/g))
      dois.add(decodeURIComponent(unescaped(doi)));
  }
  expect(dois.size).toBeGreaterThan(3);
  for (const doi of dois) expect(doi).toMatch(/^10\.\d{4,9}\/[!-~]+$/);
}, 400_000);
