// The languages that code is offered in: their names, the names of their files, and what writes
// them.
import { juliaCode } from './julia.ts';
import { matlabCode } from './matlab.ts';
import { notebookCode } from './notebook.ts';
import type { CodeRequest } from './plan.ts';
import { actCode, pythonCode, xarrayCode } from './python.ts';
import { rCode } from './r.ts';
import { curlCode, wgetCode } from './shell.ts';

export type Language = {
  readonly key: string;
  readonly label: string;
  /** What has to be installed to run the code. */
  readonly needs: string;
  readonly fileName: string;
  readonly type: string;
  readonly write: (request: CodeRequest) => string;
};

const PYTHON = 'text/x-python';

export const LANGUAGES = [
  {
    key: 'python',
    label: 'Python',
    needs: 'The package requests.',
    fileName: 'get_data.py',
    type: PYTHON,
    write: pythonCode,
  },
  {
    key: 'xarray',
    label: 'Python with xarray',
    needs: 'The packages requests, xarray, netCDF4 and matplotlib.',
    fileName: 'get_data_xarray.py',
    type: PYTHON,
    write: xarrayCode,
  },
  {
    key: 'notebook',
    label: 'Jupyter notebook',
    needs:
      'The packages requests, xarray, netCDF4 and matplotlib. Download it and open it in Jupyter.',
    fileName: 'get_data.ipynb',
    type: 'application/x-ipynb+json',
    write: notebookCode,
  },
  {
    key: 'act',
    label: 'Python with ACT',
    needs: 'The packages requests and act-atmos.',
    fileName: 'get_data_act.py',
    type: PYTHON,
    write: actCode,
  },
  {
    key: 'r',
    label: 'R',
    needs: 'Base R; the package ncdf4 to open the file.',
    fileName: 'get_data.R',
    type: 'text/plain',
    write: rCode,
  },
  {
    key: 'matlab',
    label: 'MATLAB or Octave',
    needs: 'MATLAB from R2016b or Octave from 7.',
    fileName: 'get_data.m',
    type: 'text/plain',
    write: matlabCode,
  },
  {
    key: 'julia',
    label: 'Julia',
    needs: 'Julia from 1.6, no packages.',
    fileName: 'get_data.jl',
    type: 'text/plain',
    write: juliaCode,
  },
  {
    key: 'curl',
    label: 'curl',
    needs: 'A POSIX shell and curl.',
    fileName: 'get_data.sh',
    type: 'application/x-sh',
    write: curlCode,
  },
  {
    key: 'wget',
    label: 'wget list',
    needs: 'A POSIX shell and wget. The list of addresses is written to addresses.txt.',
    fileName: 'get_data_wget.sh',
    type: 'application/x-sh',
    write: wgetCode,
  },
] as const satisfies readonly Language[];

export type LanguageKey = (typeof LANGUAGES)[number]['key'];
