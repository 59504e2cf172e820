// Applies citation styles; reading one takes half a second, so this runs in the worker pool.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type CSL from 'citeproc';
import type { CslItem } from './csl.ts';
import type { StyledCitation, StyleQuestion } from './styles.ts';

type Ready = { readonly engine: CSL.Engine; readonly items: Map<string, CslItem> };

/**
 * Styles that were read stay in memory. `folders`: where styles are; the first folder that has one
 * counts.
 */
export function styleApplier(folders: readonly string[]) {
  const engines = new Map<string, Promise<Ready>>();

  async function open(style: string): Promise<Ready> {
    const { default: citeproc } = await import('citeproc');
    const text = await firstOf(`${style}.csl`);
    const locale = await firstOf('locales-en-US.xml');
    const items = new Map<string, CslItem>();
    const sys = { retrieveLocale: () => locale, retrieveItem: (id: string) => items.get(id) };
    return { engine: new citeproc.Engine(sys, text, 'en-US', true), items };
  }

  async function firstOf(name: string): Promise<string> {
    for (const folder of folders) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => null);
      if (text !== null) return text;
    }
    throw new Error(`There is no ${name} in ${folders.join(' or ')}.`);
  }

  return async ({ style, items }: StyleQuestion): Promise<readonly StyledCitation[]> => {
    const pending = engines.get(style) ?? open(style);
    engines.set(style, pending);
    pending.catch(() => engines.delete(style));
    const ready = await pending;
    return items.map((item) => ({
      text: entry(ready, item, 'text'),
      html: entry(ready, item, 'html'),
    }));
  };
}

/** Each on its own: in one list, works of one author and year would get letters (2019a, 2019b). */
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
