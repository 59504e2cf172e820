// The page of a DAP2 address in a browser: what is there, and how to ask for it.

import { arrayAddresses } from '@isobar/contract/calls/array-calls.ts';
import { type ArrayVariant, onGrid } from '@isobar/contract/calls/arrays.ts';
import { table } from '../../core/pages/parts.ts';
import { plainPage } from '../../core/pages/plain-page.ts';
import { dimensionsOf } from '../../core/series/description.ts';
import { html } from '../../platform/text/html.ts';
import { dapTypeOf, isInDap, notesOfDap } from './dap-constraint.ts';
import type { OpenState } from './states.ts';
import { longNameOf, shapeOf, unitsOf } from './zarr.ts';

/** `url` and `title`: of this installation. */
export function dapForm(
  { url, title }: { readonly url: string; readonly title: string },
  { datastream, state, description }: OpenState,
  variant: ArrayVariant,
): string {
  const { dap: plain } = arrayAddresses(url, { datastream, state }, variant);
  const address = description.grid ? onGrid(plain, description.grid.step) : plain;
  const rows = description.variables.filter(isInDap).map((variable) => {
    const shape = shapeOf(variable, description.rows);
    const ranges = shape.map((length) => `[0:1:${Math.min(length, 10) - 1}]`).join('');
    const dimensions = dimensionsOf(variable)
      .map((name, at) => `${name} = ${shape[at]}`)
      .join(', ');
    const first = `${address}.dods?${encodeURIComponent(`${variable.name}${ranges}`)}`;
    return [
      variable.name,
      dapTypeOf(variable) ?? '',
      dimensions,
      unitsOf(variable),
      longNameOf(variable),
      html`<a href="${first}">${variable.name}${ranges}</a>`,
    ];
  });
  return plainPage({
    site: { title, simulated: false },
    heading: `${datastream} by DAP2`,
    body: html`<p>Open this address in a program that reads OPeNDAP (MATLAB, R, IDL, Panoply, ncdump, Python):</p>
<p><code>${address}</code></p>
<p>It stands for exact files and reports, and its values never change. <a href="${address}.dds">Structure</a>,
<a href="${address}.das">attributes</a>. A constraint chooses variables and ranges, ends included: <code>.dods?NAME[first:step:last]</code>.</p>
${notesOfDap(description.variables).map((note) => html`<p>${note}</p>`)}
${table(['Variable', 'Type', 'Dimensions', 'Units', 'Meaning', 'First values'], rows, 'Variables')}`,
  });
}
