// Entry of the thread that applies citation styles: reading one takes half a second, which no call should wait behind.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { CslItem } from '@isobar/contract/citations/csl.ts';
import CSL from 'citeproc';
import { giveWay } from '../../platform/give-way.ts';
import type { StyleAnswer, StyleRequest, StyleThreadData } from './styles.ts';

const port = parentPort as MessagePort; // this file only ever runs as a thread
giveWay(5);
const { folders } = workerData as StyleThreadData; // given by styles.ts

type Ready = { readonly engine: CSL.Engine; readonly items: Map<string, CslItem> };
const engines = new Map<string, Promise<Ready>>();

port.on('message', (request: StyleRequest) => {
  void answer(request);
});

async function answer({ id, style, items }: StyleRequest): Promise<void> {
  try {
    const pending = engines.get(style) ?? open(style);
    engines.set(style, pending);
    pending.catch(() => engines.delete(style));
    const ready = await pending;
    const entries = items.map((item) => ({
      text: entry(ready, item, 'text'),
      html: entry(ready, item, 'html'),
    }));
    port.postMessage({ id, entries } satisfies StyleAnswer);
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, failed } satisfies StyleAnswer);
  }
}

async function open(style: string): Promise<Ready> {
  const text = await firstOf(`${style}.csl`);
  const locale = await firstOf('locales-en-US.xml');
  const items = new Map<string, CslItem>();
  const sys = { retrieveLocale: () => locale, retrieveItem: (id: string) => items.get(id) };
  return { engine: new CSL.Engine(sys, text, 'en-US', true), items };
}

async function firstOf(name: string): Promise<string> {
  for (const folder of folders) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  throw new Error(`There is no ${name} in ${folders.join(' or ')}.`);
}

/** Each for itself: together, works of one author and year would be told apart by letters. */
function entry({ engine, items }: Ready, item: CslItem, format: 'text' | 'html'): string {
  items.set(item.id, item);
  engine.updateItems([]);
  engine.updateItems([item.id]);
  engine.setOutputFormat(format);
  const made = engine.makeBibliography();
  items.clear();
  if (!made) throw new Error('The style makes no bibliography.');
  return made[1].join(' ').replace(/\s+/g, ' ').trim();
}
