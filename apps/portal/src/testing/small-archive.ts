// A small archive for screen tests, and the metadata service over it.
import type { MetadataDocument } from '@isobar/contract/catalogue/metadata-document.ts';
import { HttpResponse, http } from 'msw';
import { searchIndex } from './tiny-index.ts';

type Made = Partial<MetadataDocument> & Pick<MetadataDocument, 'datastream'>;

/** A document of the archive's own; `measurement` is its code and becomes its name. */
export function made(
  instrument: string,
  site: string,
  facility: string,
  measurement: string,
  more: Partial<MetadataDocument> = {},
): MetadataDocument {
  const dataLevel = more.dataLevel ?? 'b1';
  const datastream = `${site}${instrument}${facility}.${dataLevel}`;
  const base: Made = {
    datastream,
    dataLevel,
    data_level_desc: 'Quality controlled',
    instrument_id: instrument,
    instrument_code: instrument,
    instrument_name: `${instrument.toUpperCase()} instrument`,
    instrument_class_code: instrument,
    instrument_class_name: `${instrument.toUpperCase()} class`,
    instrument_category_code: ['sfcmet'],
    instrument_category_name: ['Surface Meteorology'],
    instrument_measurement_id: `${instrument}_${measurement}`,
    measurement_id: `${datastream}_${measurement}`,
    var_name: measurement,
    var_name_desc: `Variable ${measurement}`,
    primary_meas_type_code: measurement,
    primary_meas_type_name: `Measured ${measurement}`,
    primary_meas_type_desc: `What ${measurement} means.`,
    meas_category_code: ['atmstate'],
    meas_category_name: ['Atmospheric State'],
    meas_subcategory_code: ['atmstate.sfcmet'],
    meas_subcategory_name: ['Surface Meteorology'],
    source_class_code: 'armobs',
    source_class_name: 'ARM Observations',
    source_class_weight: 1,
    description: `The ${instrument} measures ${measurement}.`,
    site_code: site,
    site_name: SITE_NAMES[site] ?? site,
    site_type: 'P',
    facility_code: facility,
    facility_name: `Facility ${facility}`,
    ffac: `${site}.${facility}`,
    location: '36.6,-97.5',
    start_date: '2000-01-01T00:00:00Z',
    end_date: '2020-12-31T23:59:59Z',
    data_repository: 'ARM',
    has_plots: false,
  };
  return {
    id: `${datastream}_${measurement}_sfcmet_${instrument}_sfcmet`,
    data_repository: 'ARM',
    dqr_dates: '[]',
    datastreams: '[]',
    ...base,
    ...more,
  };
}

const SITE_NAMES: Readonly<Record<string, string>> = {
  sgp: 'Southern Great Plains',
  nsa: 'North Slope of Alaska',
};

/** A record of another repository. */
export const external = (id: string, more: Partial<MetadataDocument> = {}): MetadataDocument => ({
  id: `SAT_${id}`,
  instrument_id: `SAT_${id}`,
  instrument_measurement_id: `SAT_${id}`,
  instrument_name: `Satellite ${id}`,
  name: `Satellite ${id}`,
  alternateName: id,
  description: 'Seen from above.',
  source_class_code: 'extobs',
  data_repository: 'SAT',
  start_date: '2002-01-01T00:00:00Z',
  end_date: '2100-01-01T00:00:00Z',
  link_url: 'https://satellite.example/data',
  ...more,
});

/** Bodies that the portal sent, in their order. */
export type Sent = { readonly body: Record<string, unknown>; readonly url: URL };

/** Answers `{metadata}/_search` over some documents and keeps the requests. */
export function metadataService(documents: readonly MetadataDocument[]) {
  const sent: Sent[] = [];
  const handler = http.post('*/services/metadata/_search', async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>; // what the portal sends
    sent.push({ body, url: new URL(request.url) });
    return HttpResponse.json(searchIndex(documents, body) as Record<string, string>);
  });
  return { handler, sent };
}
