// What applies to single datastreams and classes: campaign, source, limits of access, simulation.
import { type Row, readTable, textOf } from '../../csv.ts';
import { COMPOSED } from './composed.ts';
import { madeDatastreams } from './datastreams.ts';
import type { Facts, Tables } from './table.ts';

export const particularTables = (_facts: Facts): Tables => ({
  'datastream-notes': notes(readTable('../apps/server/tables/campaigns.csv')),
  'datastream-classes': classes(),
});

const EARLY =
  'These data were taken while the instruments were being set up, before the campaign began. ' +
  'They may change or be withdrawn.';
const UNCHECKED =
  'These values have no calibration and no quality checks. ' +
  "Talk to the instrument's mentor before you use them.";
const SHARED = 'These data belong to partners. Ask them before you publish with it.';

/** Data taken before the campaign began, and data kept from general use. */
const ACCESS: readonly Row[] = [
  {
    datastream: 'dst*',
    access: 'pre-deployment',
    access_start: '2026-05-01',
    access_end: '2026-05-31',
    ui_text: EARLY,
  },
  {
    datastream: 'epc*',
    access: 'pre-deployment',
    access_start: '2023-01-15',
    access_end: '2023-02-14',
    ui_text: EARLY,
  },
  ...['sgprlC1.a0', 'sgpirt25m20sC1.a0', 'nsatwrC1.a0', 'gucaosacsmtofM1.a0', 'dmfmetX1.b1'].map(
    (datastream) => ({ datastream, access: 'limited', ui_text: UNCHECKED }),
  ),
  ...['kcgacsmtofspecX30.a1', 'kcgccn100X30.a1', 'kcgcpcX30.a1', 'maowrfchemM1.c1'].map(
    (datastream) => ({ datastream, access: 'limited', ui_text: SHARED }),
  ),
];

const COLUMNS = [
  'datastream',
  'source_class_code',
  'iop_short_name',
  'access',
  'access_start',
  'access_end',
  'ui_text',
];

/** Whole deployments first, then single streams, then access; later rows add to earlier ones. */
function notes(campaigns: readonly Row[]): Row[] {
  const deployments = campaigns
    .filter((row) => /^amf\d{4}[a-z]+$/.test(textOf(row, 'iop_short_name')))
    .map((row) => ({
      datastream: `${textOf(row, 'site_code')}*`,
      iop_short_name: textOf(row, 'iop_short_name'),
    }));
  const single = COMPOSED.filter(
    (row) =>
      textOf(row, 'iop_short_name') !== '' ||
      /^(pi|fc|iop|eval)/.test(textOf(row, 'source_class_code')),
  );
  return [...deployments, ...single, ...ACCESS].map((row: Row) =>
    Object.fromEntries(COLUMNS.map((column) => [column, row[column] ?? ''])),
  );
}

type Model = readonly [model: string, forcing: string, day: string, microphysics: string];

/** Simulations by datastream class. */
const MODELS: Readonly<Record<string, Model>> = {
  'lasso-les-varanal-20170627': ['WRF LES', 'VARANAL', '2017-06-27', 'Thompson'],
  'lasso-les-msda-20180814': ['WRF LES', 'MSDA', '2018-08-14', 'Morrison'],
  'lasso-les-ecmwf-20190504': ['WRF LES', 'ECMWF', '2019-05-04', 'Thompson'],
  'lasso-meso-eda09-20190129': ['WRF Mesoscale', 'ERA5 EDA', '2019-01-29', 'Thompson'],
  'lasso-meso-gefs18-20181204': ['WRF Mesoscale', 'GEFS', '2018-12-04', 'P3'],
  'lasso-les-era5-20180202': ['WRF LES', 'ERA5', '2018-02-02', 'Morrison'],
  'lasso-wrfhydro-era5landd2-base': ['WRF-Hydro', 'ERA5-Land', '', ''],
  '180varanaecmwf': ['Variational analysis', 'VARANAL', '', ''],
  '180varanal3dera5': ['Variational analysis', 'VARANAL', '', ''],
  '180varanal3dncep': ['Variational analysis', 'VARANAL', '', ''],
  '180varanal3druc': ['Variational analysis', 'VARANAL', '', ''],
  '180varanamerra001': ['Variational analysis', 'VARANAL', '', ''],
  '60varanarap': ['Variational analysis', 'VARANAL', '', ''],
  '60armlagtrajecmwf': ['ECMWF IFS', 'ECMWF', '', ''],
  ecmwfupa: ['ECMWF IFS', 'ECMWF', '', ''],
  ecmwfvar: ['ECMWF IFS', 'ECMWF', '', ''],
};

function classes(): Row[] {
  const rows = new Map<string, Row>();
  for (const stream of madeDatastreams()) {
    const streamClass = textOf(stream, 'datastream_class');
    if (rows.has(streamClass)) continue;
    const [model = '', forcing = '', day = '', microphysics = ''] = MODELS[streamClass] ?? [];
    rows.set(streamClass, {
      datastream_class: streamClass,
      instrument_class_code: textOf(stream, 'instrument_class_code'),
      name: '',
      description: '',
      source_class_code: textOf(stream, 'source_class_code'),
      model_type: model,
      large_scale_forcing: forcing,
      simulation_date: day,
      microphysics,
    });
  }
  return [...rows.values()].sort((a, b) =>
    textOf(a, 'datastream_class') < textOf(b, 'datastream_class') ? -1 : 1,
  );
}
