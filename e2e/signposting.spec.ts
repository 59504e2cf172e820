// The reference client of FAIR Signposting and a parser of RDF read what pages report about
// themselves.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { root } from './server.ts';

const PROGRAMS = join(root, 'node_modules/.cache/python-programs');
const NEEDED = ['signposting', 'harvesters'].map((name) => join(PROGRAMS, name));
const url = inject('sharedUrl');

interface Page {
  readonly path: string;
  readonly links: readonly {
    readonly rel: string;
    readonly target: string;
    readonly type: string | null;
    readonly profiles: readonly string[];
  }[];
  readonly parts?: { readonly nodes: readonly string[]; readonly literals: readonly string[] };
}

/** Every page of some kinds, as the sitemap lists them. */
async function pagesOf(kinds: RegExp): Promise<string[]> {
  const paths: string[] = [];
  for (const part of await placesIn('/sitemap.xml')) paths.push(...(await placesIn(part)));
  return paths.filter((path) => kinds.test(path));
}

const placesIn = async (path: string): Promise<string[]> =>
  [...(await (await fetch(url + path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );

/** So many of a list, evenly spread. */
const spread = (all: readonly string[], most: number): string[] =>
  all.filter((_, at) => at % Math.ceil(all.length / most) === 0);

it.skipIf(!NEEDED.every((folder) => existsSync(folder)))(
  'the reference client reads every link of pages of datastreams and products, whose parts are nodes',
  async () => {
    const paths = [
      ...spread(await pagesOf(/^\/datastream\//), 30),
      ...spread(await pagesOf(/^\/product\//), 5),
      '/product/met',
      '/datastream/sgpmetE13.b1',
    ];
    const script = join(root, 'e2e/programs/signposts.py');
    const { stdout } = await promisify(execFile)('python3', [script, url, ...paths], {
      maxBuffer: 1 << 26,
      env: { ...process.env, PYTHONPATH: NEEDED.join(delimiter) },
    });
    const pages = JSON.parse(stdout) as Page[];
    for (const { path, links, parts } of pages) {
      expect(
        links.map(({ rel }) => rel),
        path,
      ).toEqual(expect.arrayContaining(['cite-as', 'license', 'describedby', 'type']));
      expect(links.every(({ type }) => type === null || !type.includes(';'))).toBe(true);
      expect(parts?.literals ?? [], path).toEqual([]);
    }
    for (const { path, links } of pages.slice(0, 10)) {
      const header = (await fetch(url + path, { method: 'HEAD' })).headers.get('link') ?? '';
      expect(links.length, path).toBe(header.split(/,\s*(?=<)/).length);
    }
    expect(pages.some(({ parts }) => parts && parts.nodes.length > 0)).toBe(true);
    const profiles = pages.flatMap(({ links }) => links.flatMap((link) => link.profiles));
    expect(profiles).toContain('http://mlcommons.org/croissant/1.0');
  },
);
