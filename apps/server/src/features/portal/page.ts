// The page of the portal: as it was built, with the names of this archive in what is shown before
// its scripts have arrived.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { FIRST_VIEW_NAMES, FIRST_VIEW_WORKBENCH } from '@isobar/contract/calls/first-view.ts';
import { type Body, type Encoding, inEncoding } from '../../core/pages/packed.ts';
import { htmlText } from '../../platform/text/html-text.ts';

type Named = Pick<PortalConfig, 'title' | 'archiveName' | 'workbench'>;

interface Page {
  readonly tag: string;
  readonly body: Body;
}

/**
 * Answers the page in an encoding. It is made again when its file or the names have changed, and
 * packed once in each encoding.
 */
export function openPage(
  file: string,
  config: () => Promise<Named>,
): (encoding: Encoding | null) => Promise<Page> {
  let made: { of: string; tag: string; bodies: Map<Encoding | null, Promise<Body>> } | null = null;
  return async (encoding) => {
    const named = await config();
    const { mtimeMs, size } = await stat(file);
    const of = JSON.stringify([mtimeMs, size, namesOf(named), hasWorkbench(named)]);
    if (made?.of !== of) {
      const bytes = Buffer.from(namedPage(await readFile(file, 'utf8'), named));
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
      made = { of, tag, bodies: new Map([[null, Promise.resolve({ bytes, encoding: null })]]) };
    }
    const { tag, bodies } = made;
    const plain = bodies.get(null);
    const body = bodies.get(encoding) ?? plain?.then((one) => inEncoding(one, encoding));
    if (!body) throw new Error('a page has no plain form');
    bodies.set(encoding, body);
    return { tag, body: await body };
  };
}

const hasWorkbench = ({ workbench }: Named): boolean => workbench.modules.length > 0;

/** The names as they are written, each with what stands for it in the built page. */
const namesOf = ({ title, archiveName }: Named): readonly (readonly [string, string])[] => [
  [FIRST_VIEW_NAMES.title, title],
  [FIRST_VIEW_NAMES.archiveName, archiveName],
];

/** Views that are for archives of the other kind are left out. */
function namedPage(built: string, named: Named): string {
  const other = `<template ${FIRST_VIEW_WORKBENCH}="${!hasWorkbench(named)}"`;
  const kept = built
    .split(/(?=<template )/)
    .map((part) => (part.startsWith(other) ? part.replace(/^.*?<\/template>/s, '') : part))
    .join('');
  return namesOf(named).reduce(
    (text, [name, written]) => text.replaceAll(name, () => htmlText(written)),
    kept,
  );
}
