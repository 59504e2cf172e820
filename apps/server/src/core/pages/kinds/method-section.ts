// How it was measured: the instrument, its sampling and averaging, and what made the files.
import { html, type Piece } from '../../../platform/text/html.ts';
import { link, section } from '../parts.ts';
import type { PageSources, Section } from '../thing.ts';

/** `attributes`: of the latest files; `description`: what the page says already. */
export function methodSection(
  { tables }: Pick<PageSources, 'tables'>,
  instrumentClass: string,
  attributes: Readonly<Record<string, string>>,
  description: string,
): readonly Section[] {
  const row = tables.instrumentClass(instrumentClass);
  const told: readonly (readonly [name: string, value: Piece])[] = [
    ['Instrument', row && link('instrument', instrumentClass, row.instrument_class_name)],
    ['Principle', row && !description.startsWith(row.description) && row.description],
    ['Sampling', attributes.sampling_interval || row?.typical_sampling_interval],
    ['Averaging', attributes.averaging_interval],
    ['Made by', attributes.process_version],
    ['Conventions', attributes.Conventions],
    ['Place', attributes.location_description],
  ];
  const rows = told.filter(([, value]) => value);
  if (rows.length === 0) return [];
  return [
    section(
      'method',
      'How it is measured',
      html`<dl class="pairs">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
    ),
  ];
}
