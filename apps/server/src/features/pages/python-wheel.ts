// The Python package of this archive's version as a wheel (PyPA's binary distribution format 1.0),
// made of its sources: pure Python, so that it is a ZIP of them with three files about them.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { zipLayout } from '../../platform/files/zip-layout.ts';

export interface Wheel {
  /** 'isobar_client-1.0.0-py3-none-any.whl' */
  readonly name: string;
  /** 'isobar-client' */
  readonly project: string;
  readonly bytes: Buffer;
}

const project = z.object({
  project: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.string(),
    'requires-python': z.string(),
    dependencies: z.array(z.string()),
    classifiers: z.array(z.string()),
    'optional-dependencies': z.record(z.string(), z.array(z.string())),
  }),
});

type Project = z.output<typeof project>['project'];
type Member = readonly [name: string, text: Buffer];

/** `folder` holds pyproject.toml, README.md and src/NAME. The same sources give the same bytes. */
export async function pythonWheel(folder: string): Promise<Wheel> {
  const text = await readFile(join(folder, 'pyproject.toml'), 'utf8');
  const about = project.parse(parse(text)).project;
  const name = about.name.replace(/[-_.]+/g, '_').toLowerCase();
  const source = join(folder, 'src', name);
  const files = (await readdir(source)).filter((file) => /\.(py|typed)$/.test(file)).sort();
  const members: Member[] = [];
  for (const file of files) members.push([`${name}/${file}`, await readFile(join(source, file))]);
  const info = `${name}-${about.version}.dist-info`;
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  members.push([`${info}/METADATA`, Buffer.from(metadata(about, readme))]);
  members.push([`${info}/WHEEL`, Buffer.from(WHEEL)]);
  members.push([`${info}/RECORD`, Buffer.from(record(members, `${info}/RECORD`))]);
  return {
    name: `${name}-${about.version}-py3-none-any.whl`,
    project: about.name,
    bytes: zipped(members),
  };
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: isobar\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

function metadata(about: Project, readme: string): string {
  const extras = Object.entries(about['optional-dependencies']).flatMap(([extra, needed]) => [
    `Provides-Extra: ${extra}`,
    ...needed.map((one) => `Requires-Dist: ${one}; extra == '${extra}'`),
  ]);
  return [
    'Metadata-Version: 2.4',
    `Name: ${about.name}`,
    `Version: ${about.version}`,
    `Summary: ${about.description}`,
    `License-Expression: ${about.license}`,
    ...about.classifiers.map((one) => `Classifier: ${one}`),
    `Requires-Python: ${about['requires-python']}`,
    ...about.dependencies.map((one) => `Requires-Dist: ${one}`),
    ...extras,
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}

/** Names with their checksums and lengths; its own line has neither. */
const record = (members: readonly Member[], own: string): string =>
  [
    ...members.map(
      ([name, text]) =>
        `${name},sha256=${createHash('sha256').update(text).digest('base64url')},${text.length}`,
    ),
    `${own},,`,
    '',
  ].join('\n');

function zipped(members: readonly Member[]): Buffer {
  const texts = new Map(members);
  const entries = members.map(([name, text]) => ({ name, bytes: text.length, crc32: crc32(text) }));
  const { pieces } = zipLayout(entries, '', MADE);
  const none = Buffer.alloc(0);
  return Buffer.concat(
    pieces.map((piece) => ('own' in piece ? piece.own : (texts.get(piece.entry.name) ?? none))),
  );
}

/** Every wheel is of the same day, so that its bytes follow from its sources alone. */
const MADE = Date.UTC(2020, 1, 2) / 1000;
