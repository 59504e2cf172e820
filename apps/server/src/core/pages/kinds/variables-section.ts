// Variables with unit, standard name, measurement and, where it is known, the share of their record
// that is good.
import { formatCount } from '@isobar/contract/count.ts';
import { type Html, html } from '../../../platform/text/html.ts';
import { code, link, longTable, section } from '../parts.ts';
import type { Section, Variable } from '../thing.ts';
import type { QualityShare, QualityShares } from './quality-section.ts';

export function variablesSection(
  variables: readonly Variable[],
  shares: QualityShares = new Map(),
): readonly Section[] {
  if (variables.length === 0) return [];
  const rows = variables.map((one) => {
    const share = shares.get(one.name);
    return [
      code(one.name),
      one.longName,
      one.units,
      one.standardName && code(one.standardName),
      one.hasMeasurementPage && one.measurement
        ? link('measurement', one.measurementCode, one.measurement)
        : one.measurement,
      ...(shares.size > 0 ? [share ? shareBar(share) : ''] : []),
    ];
  });
  const head = [
    'Variable',
    'Long name',
    'Unit',
    'Standard name',
    'Measurement',
    ...(shares.size > 0 ? ['Good, of all years'] : []),
  ];
  return [
    section('variables', 'Variables', longTable(head, rows, 8), formatCount(variables.length)),
  ];
}

const WIDTH = 90;

/**
 * A bar with the good, suspect, incorrect and missing shares next to each other; its label has the
 * figure.
 */
function shareBar({ good, suspect, incorrect, missing }: QualityShare): Html {
  const told: [string, number, number, number][] = [
    ['routine', good, 4, 6],
    ['suspect', suspect, 2.5, 9],
    ['incorrect', incorrect, 1, 12],
    ['missing', missing, 4, 6],
  ];
  let x = 0;
  const bars = told.map(([name, share, y, height]) => {
    const width = Math.round(share * WIDTH * 10) / 10;
    const bar =
      width >= 0.5 &&
      html`<rect class="${name}" x="${Math.round(x * 10) / 10}" y="${y}" width="${width}" height="${height}"/>`;
    x += width;
    return bar;
  });
  return html`<span class="share"><svg viewBox="0 0 ${WIDTH} 14" width="${WIDTH}" height="14" aria-hidden="true">${bars}</svg> ${percent(good)}</span>`;
}

/** Nearly all is not rounded to 100 %, and nearly nothing not to 0 %. */
function percent(share: number): string {
  if (share > 0.999 && share < 1) return 'over 99.9 %';
  if (share > 0 && share < 0.001) return 'under 0.1 %';
  return `${(100 * share).toFixed(1)} %`;
}
