// The box that leads from a page to the data in the portal: of a datastream with days to choose,
// which works without a script.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { daysInPortal } from '@isobar/contract/calls/page-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { type Html, html, type Piece } from '../../platform/text/html.ts';
import type { HeldMonth } from './kinds/files-section.ts';
import type { Thing, ThingDays } from './thing.ts';

/** `months`: the last one first. undefined: its files state no days. */
export function daysOf(
  { start, end }: Pick<Thing, 'start' | 'end'>,
  [latest]: readonly HeldMonth[],
): ThingDays | undefined {
  if (start === null || end === null) return undefined;
  const [first, last] = [formatDay(start), formatDay(end)];
  const month = `${last.slice(0, 7)}-01`;
  return { first, last, from: month < first ? first : month, latest };
}

/** `back` is written where a reader came from a search. */
export function getData({ id, portalPath, days }: Thing, back: Piece): Html {
  const portal = `${SERVICE_PATHS.portal}#${portalPath}`;
  if (!days)
    return html`<section class="get"><h2>Get data</h2><p><a class="button" href="${portal}">Open in the portal</a></p><p>${back}</p></section>`;
  const action = daysInPortal.path.replace(':name', encodeURIComponent(id));
  const { first, last, from, latest } = days;
  const day = (name: string, label: string, value: string): Html =>
    html`<label>${label} <input type="date" name="${name}" value="${value}" min="${first}" max="${last}"></label>`;
  return html`<section class="get"><h2>Get data</h2><form action="${action}">
${day('start', 'First day', from)}
${day('end', 'Last day', last)}
<button class="button">Choose these days</button></form>
${latest && html`<p class="quiet">${plural(latest.files, 'file')}, ${formatBytes(latest.bytes)} in ${latest.month}</p>`}<p><a href="${portal}">Open in the portal</a></p><p>${back}</p></section>`;
}
