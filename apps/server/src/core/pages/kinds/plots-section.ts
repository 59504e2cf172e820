// The latest plots of a datastream: small, for both themes, each leading to the large one. `of`
// names the datastream on pages about several.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { mainFirst } from '@isobar/contract/quicklooks/main-measurement.ts';
import { DAY_SECONDS, formatCompactDay, formatDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { html } from '../../../platform/text/html.ts';
import type { Tables } from '../../../store/tables.ts';
import { code, section } from '../parts.ts';
import type { Section, Variable } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

const PLOTS = 4;

export async function plotsSection(
  db: Kysely<Tables>,
  row: StreamRow,
  plotted: readonly string[],
  variables: readonly Variable[],
  of = '',
): Promise<readonly Section[]> {
  if (plotted.length === 0) return [];
  const shown = shownOf(plotted, variables);
  const second = await lastPlotted(db, row);
  const day = formatCompactDay(second);
  const name = (variable: string) =>
    variables.find((one) => one.name === variable)?.longName || variable;
  const figures = shown.map((variable) => {
    const picture = `${SERVICE_PATHS.quicklooks}/plots/${encodeURIComponent(row.datastream)}/${encodeURIComponent(variable)}/${day}.svg`;
    const label = `${name(variable)} of ${row.datastream} on ${formatDay(second)}`;
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
      of + formatDay(second),
    ),
  ];
}

/** What the instrument is built to measure, and what else there is room for. */
const shownOf = (plotted: readonly string[], variables: readonly Variable[]): readonly string[] =>
  mainFirst(
    plotted.map((varName) => ({
      varName,
      measurementCode: variables.find(({ name }) => name === varName)?.measurementCode ?? '',
    })),
  )
    .slice(0, PLOTS)
    .map(({ varName }) => varName);

/**
 * An instant of the last day with a plot: a launch of the evening, which ends on the next day, has
 * one on the day on which it starts.
 */
async function lastPlotted(db: Kysely<Tables>, { datastream, end_s }: StreamRow): Promise<number> {
  const last = await db
    .selectFrom('files')
    .select((e) => e.fn.max('start_s').as('start'))
    .where('datastream', '=', datastream)
    .where('design', 'is not', null)
    .executeTakeFirst();
  const start = Number(last?.start ?? end_s);
  return end_s - start < DAY_SECONDS ? start : end_s;
}
