// Code to copy: the same data by program, in each language.
import { codeAddresses } from '@isobar/contract/code/address-of.ts';
import { lastDay } from '@isobar/contract/code/item-of.ts';
import { LANGUAGES } from '@isobar/contract/code/languages.ts';
import { type CodeRequest, TOKEN_VARIABLE } from '@isobar/contract/code/plan.ts';
import { html } from '../../../platform/text/html.ts';
import { languages, section } from '../parts.ts';
import { type Publisher, pathOf, type Section, type Variable } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

/** The last day with data, and the first of its measured variables; both are easily changed. */
export function codeSection(
  { url }: Publisher,
  row: StreamRow,
  variables: readonly Variable[],
): Section {
  const addresses = codeAddresses(url);
  const request: CodeRequest = {
    title: row.datastream,
    from: `${url}${pathOf('datastream', row.datastream)}`,
    ...addresses,
    about: {
      items: [
        {
          datastream: row.datastream,
          ranges: [lastDay({ start: row.start_s, end: row.end_s })],
          variables: variables[0] ? [variables[0].name] : [],
          fileNames: [],
          reportClasses: [],
          assessments: [],
        },
      ],
    },
  };
  const pieces = languages(
    'Code',
    LANGUAGES.filter(({ key }) => key !== 'notebook').map(({ label, needs, write }) => ({
      label,
      needs,
      text: write(request),
    })),
  );
  return section(
    'code',
    'Get it with code',
    html`<p>The code reads your access token, as <code>USERID:TOKEN</code>, from the environment variable <code>${TOKEN_VARIABLE}</code>. You get one under <a href="${addresses.tokenPage}">Account</a>.</p>${pieces}`,
  );
}
