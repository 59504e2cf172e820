// CITATION.cff 1.2.0: a delivery as one dataset that refers to each datastream. Pure.

import { formatDay } from '@isobar/contract/time.ts';
import {
  type CitationContext,
  type CitedData,
  citedTitle,
  citedYear,
  datesText,
  subsetText,
} from './cited.ts';

export function citationFile(
  title: string,
  all: readonly CitedData[],
  context: CitationContext,
): string {
  const lines = [
    'cff-version: 1.2.0',
    `message: ${quote('If you use these data, please cite each datastream as listed under references.')}`,
    'type: dataset',
    `title: ${quote(title)}`,
    'authors:',
    `  - name: ${quote(context.publisher)}`,
    `date-released: ${quote(formatDay(context.accessed))}`,
    'license: CC-BY-4.0',
    ...(all.length > 0 ? ['references:'] : []),
  ];
  for (const data of all) {
    const notes = [datesText(data), subsetText(data)].filter(Boolean).join(', ');
    lines.push(
      '  - type: data',
      `    title: ${quote(`${data.product} (${data.datastream})`)}`,
      `    abstract: ${quote(citedTitle(data))}`,
      '    authors:',
      ...authorLines(data, context),
      `    year: ${citedYear(data)}`,
      ...(data.version ? [`    version: ${quote(data.version)}`] : []),
      ...(notes ? [`    notes: ${quote(notes)}`] : []),
      `    date-accessed: ${quote(formatDay(context.accessed))}`,
      '    publisher:',
      `      name: ${quote(context.publisher)}`,
      ...(data.doi ? [`    doi: ${quote(data.doi)}`] : []),
    );
  }
  return `${lines.join('\n')}\n`;
}

function authorLines({ authors }: CitedData, { publisher }: CitationContext): readonly string[] {
  if (authors.length === 0) return [`      - name: ${quote(publisher)}`];
  return authors.flatMap(({ familyName, givenNames, orcid, affiliation }) => [
    givenNames
      ? `      - family-names: ${quote(familyName)}`
      : `      - name: ${quote(familyName)}`,
    ...(givenNames ? [`        given-names: ${quote(givenNames)}`] : []),
    ...(orcid ? [`        orcid: ${quote(`https://orcid.org/${orcid}`)}`] : []),
    ...(affiliation && givenNames ? [`        affiliation: ${quote(affiliation)}`] : []),
  ]);
}

/** JSON strings are YAML strings. */
const quote = (text: string): string => JSON.stringify(text);
