// The pages of a live data call in a browser: the refusal of a token, or a list of links. Pure.
import { formatCount } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { htmlText } from '../../platform/text/html-text.ts';

export interface Place {
  /** Title of the site. */
  readonly title: string;
  /** Whom to write to. */
  readonly contact: string;
}

/** Scripts recognise it by its first characters. */
export const refusalPage = ({ title, contact }: Place): string =>
  page(
    `Access refused · ${title}`,
    `<h1>User or access token is wrong</h1>
<p>Live data calls carry <code>user=USERID:TOKEN</code>, or the header <code>Authorization: Bearer USERID:TOKEN</code>. This call
carried neither, or the user name or the token is wrong, the token was revoked, ran out or is not for live data, or the account
has expired. Tokens are made in the portal, under Account.</p>
<p>Nothing was sent. Help: <a href="mailto:${htmlText(contact)}">${htmlText(contact)}</a></p>`,
  );

export interface Listed {
  readonly datastream: string;
  readonly files: readonly { readonly fileName: string; readonly size: number }[];
  readonly bytes: number;
  /** What a reader should know. */
  readonly notes: readonly string[];
  /** Address of a file by its name. */
  readonly hrefOf: (fileName: string) => string;
}

/** Row by row: a datastream may have a hundred thousand files. */
export function* linksPage({ title }: Place, listed: Listed): Generator<string> {
  const { datastream, files, bytes, notes, hrefOf } = listed;
  const many = `${formatCount(files.length)} ${files.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`;
  yield head(`${datastream} · ${title}`);
  yield `<h1>${htmlText(datastream)}</h1>\n<p>${many}</p>\n`;
  for (const note of notes) yield `<p>Note: ${htmlText(note)}</p>\n`;
  yield '<ul>\n';
  for (const { fileName, size } of files)
    yield `<li><a href="${htmlText(hrefOf(fileName))}">${htmlText(fileName)}</a> (${formatBytes(size)})</li>\n`;
  yield `</ul>\n${TAIL}`;
}

const page = (title: string, body: string): string => `${head(title)}${body}\n${TAIL}`;

const head = (title: string): string => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${htmlText(title)}</title></head>
<body>
`;
const TAIL = '</body>\n</html>\n';
