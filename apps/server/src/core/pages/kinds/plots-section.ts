// The latest plots of a datastream: small, for both themes, each leading to the large one. `of` names the datastream on pages
// about several.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { formatCompactDay, formatDay } from '@isobar/contract/time.ts';
import { html } from '../../../platform/text/html.ts';
import { code, section } from '../parts.ts';
import type { Section, Variable } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

const PLOTS = 4;

export function plotsSection(
  row: StreamRow,
  plotted: readonly string[],
  variables: readonly Variable[],
  of = '',
): readonly Section[] {
  const day = formatCompactDay(row.end_s);
  const shown = plotted.slice(0, PLOTS);
  if (shown.length === 0) return [];
  const name = (variable: string) =>
    variables.find((one) => one.name === variable)?.longName || variable;
  const figures = shown.map((variable) => {
    const picture = `${SERVICE_PATHS.quicklooks}/plots/${encodeURIComponent(row.datastream)}/${encodeURIComponent(variable)}/${day}.svg`;
    const label = `${name(variable)} of ${row.datastream} on ${formatDay(row.end_s)}`;
    // The theme decides which of the two images is shown, and so which one is loaded.
    const small = (theme: 'light' | 'dark') =>
      html`<img class="in-${theme}" src="${picture}?size=small&theme=${theme}" alt="${label}" width="240" height="150" loading="lazy">`;
    return html`<figure><a href="${picture}">${small('light')}${small('dark')}</a><figcaption>${code(variable)}</figcaption></figure>`;
  });
  const portal = `${SERVICE_PATHS.portal}#/quicklooks/${encodeURIComponent(row.datastream)}`;
  return [
    section(
      'plots',
      'Latest plots',
      html`<div class="plots">${figures}</div><p><a href="${portal}">All quicklooks</a></p>`,
      of + formatDay(row.end_s),
    ),
  ];
}
