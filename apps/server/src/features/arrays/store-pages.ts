// The pages of an array's addresses in a browser: what is there, and how to read it.

import { arrayAddresses } from '@isobar/contract/calls/array-calls.ts';
import { type ArrayVariant, onGrid } from '@isobar/contract/calls/arrays.ts';
import { table } from '../../core/pages/parts.ts';
import { plainPage } from '../../core/pages/plain-page.ts';
import { type DescribedVariable, dimensionsOf } from '../../core/series/description.ts';
import { html, type Piece } from '../../platform/text/html.ts';
import { dapTypeOf, isInDap, notesOfDap } from './dap-constraint.ts';
import type { OpenState } from './states.ts';
import { longNameOf, shapeOf, unitsOf } from './zarr.ts';

/** `url` and `title`: of this installation. */
type Site = { readonly url: string; readonly title: string; readonly simulated: boolean };

const COLUMNS = ['Variable', 'Type', 'Dimensions', 'Units', 'Meaning'];

export function dapPage(site: Site, state: OpenState, variant: ArrayVariant): string {
  const { datastream, description } = state;
  const address = addressOfArray(site, state, variant).dap;
  const rows = description.variables.filter(isInDap).map((variable) => {
    const lengths = shapeOf(variable, description.rows);
    const ranges = lengths.map((length) => `[0:1:${Math.min(length, 10) - 1}]`).join('');
    const first = `${address}.dods?${encodeURIComponent(`${variable.name}${ranges}`)}`;
    return [
      ...cellsOf(state, variable, dapTypeOf(variable) ?? ''),
      html`<a href="${first}">${variable.name}${ranges}</a>`,
    ];
  });
  return plainPage({
    site,
    heading: `${datastream} by DAP2`,
    body: html`<p>Open this address in a program that reads OPeNDAP (MATLAB, R, IDL, Panoply, ncdump, Python):</p>
<p><code>${address}</code></p>
<p>It stands for exact files and reports, and its values never change. <a href="${address}.dds">Structure</a>,
<a href="${address}.das">attributes</a>. A constraint chooses variables and ranges, ends included: <code>.dods?NAME[first:step:last]</code>.</p>
${notesOfDap(description.variables).map((note) => html`<p>${note}</p>`)}
${table([...COLUMNS, 'First values'], rows, 'Variables')}`,
  });
}

export function zarrPage(site: Site, state: OpenState, variant: ArrayVariant): string {
  const { datastream, description } = state;
  const address = addressOfArray(site, state, variant).zarr;
  const rows = description.variables.map((variable) => [
    ...cellsOf(state, variable, variable.type),
    html`<a href="${address}/${encodeURIComponent(variable.name)}/zarr.json">zarr.json</a>`,
  ]);
  return plainPage({
    site,
    heading: `${datastream} as a Zarr store`,
    body: html`<p>Open this address in a program that reads Zarr, version 3 or 2 (xarray, zarr-python, zarrita):</p>
<p><code>${address}</code></p>
<p>It stands for exact files and reports, and its values never change. <a href="${address}/zarr.json">All metadata</a>,
<a href="${address}/.zmetadata">in version 2</a>.</p>
${table([...COLUMNS, 'Metadata'], rows, 'Variables')}`,
  });
}

function addressOfArray({ url }: Site, state: OpenState, variant: ArrayVariant) {
  const plain = arrayAddresses(url, state, variant);
  const { grid } = state.description;
  return grid ? { zarr: onGrid(plain.zarr, grid.step), dap: onGrid(plain.dap, grid.step) } : plain;
}

function cellsOf({ description }: OpenState, variable: DescribedVariable, type: string): Piece[] {
  const lengths = shapeOf(variable, description.rows);
  const dimensions = dimensionsOf(variable)
    .map((name, at) => `${name} = ${lengths[at]}`)
    .join(', ');
  return [variable.name, type, dimensions, unitsOf(variable), longNameOf(variable)];
}
