// What reference managers read in the head of a page: the citation of data as Dublin Core and as
// the tags of scholarly sites.

import { formatDay } from '@isobar/contract/time.ts';
import { type Html, html } from '../../platform/text/html.ts';
import { type CitationContext, citedAddress, citedTitle, citedYear } from '../citation/cited.ts';
import { LICENCE } from '../citation/datacite.ts';
import type { Thing } from './thing.ts';

/** Tags for reference managers; none for things that are not cited. */
export function metaTags({ cited, description, keywords }: Thing, context: CitationContext): Html {
  if (!cited) return html``;
  const title = citedTitle(cited);
  const address = citedAddress(cited, context);
  const year = String(citedYear(cited));
  const people = cited.authors.map(({ familyName, givenNames }) =>
    givenNames ? `${familyName}, ${givenNames}` : familyName,
  );
  const authors = people.length > 0 ? people : [context.publisher];
  const tags: readonly (readonly [name: string, content: string])[] = [
    ['DC.type', 'Dataset'],
    ['DC.title', title],
    ...authors.map((name) => ['DC.creator', name] as const),
    ['DC.publisher', context.publisher],
    ['DC.date', year],
    ['DC.identifier', address],
    ['DC.language', 'en'],
    ['DC.rights', LICENCE.url],
    ['DC.description', description.slice(0, 300)],
    ['DCTERMS.temporal', cited.undated ? '' : `${formatDay(cited.start)}/${formatDay(cited.end)}`],
    ['citation_title', title],
    ...authors.map((name) => ['citation_author', name] as const),
    ['citation_publication_date', year],
    ['citation_publisher', context.publisher],
    ...(cited.doi ? [['citation_doi', cited.doi] as const] : []),
    ['citation_keywords', keywords.slice(0, 20).join('; ')],
    ['citation_language', 'en'],
  ];
  return html`${tags
    .filter(([, content]) => content !== '')
    .map(
      ([name, content]) => html`<meta name="${name}" content="${content}">
`,
    )}`;
}
