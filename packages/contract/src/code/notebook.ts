// A Jupyter notebook (nbformat 4.5): the code for xarray, cell by cell. Pure.
import { type CodeRequest, headOf } from './plan.ts';
import { xarrayCells } from './python.ts';

export function notebookCode(request: CodeRequest): string {
  const [token = '', page = '', title = '', ...from] = headOf(request).map(markdown);
  const text = [`# ${title}`, '', `${token} ${page}`, '', ...from];
  const cells = [
    { cell_type: 'markdown', id: 'about', metadata: {}, source: sourceOf(text) },
    ...xarrayCells(request).map((lines, place) => ({
      cell_type: 'code',
      id: `step-${place + 1}`,
      metadata: {},
      execution_count: null,
      outputs: [],
      source: sourceOf(lines),
    })),
  ];
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/**
 * A notebook renders HTML and links in its texts, so the characters that begin either are escaped;
 * plain addresses stay.
 */
const markdown = (line: string): string =>
  line
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<>&!$|~]|_(?=\W|$)|(?<=^|\W)_/g, (sign) => `&#${sign.codePointAt(0)};`);

const sourceOf = (lines: readonly string[]): string[] => {
  const whole = lines.join('\n').trim().split('\n');
  return whole.map((line, place) => (place < whole.length - 1 ? `${line}\n` : line));
};
