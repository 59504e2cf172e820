// What details ask of the catalogue, over a small one: places in order, reports by datastream,
// records and those that moved on.
import { portalConfig } from '@isobar/contract/calls/config.ts';
import type { MetadataDocument } from '@isobar/contract/catalogue/metadata-document.ts';
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { config as served, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';
import { readExternalRecord } from './external-record.ts';
import { groupReportsQuery } from './group-reports-query.ts';
import { isCampaign, isInvestigator } from './kinds.ts';
import { placesQuery } from './places-query.ts';
import { measurementsQuery, recordQuery, reportsQuery } from './record-query.ts';
import { useChosen, useSelection } from './selection.ts';

servedPortal();
const config = z.parse(portalConfig, served);
const MET = { view: 'instrument', id: 'met' } as const;
const reports = (...codes: readonly number[]) =>
  JSON.stringify(codes.map((code) => ['2010010100', '2010020100', `D${code}`, code]));
const entry = (datastream: string, dqrDates: string) => ({
  ...{ datastream, dataLevel: 'b1', dqrDates },
  ...{ startDate: '2000-01-01T00:00:00Z', endDate: '2020-12-31T23:59:59Z' },
});
/** A record with the reports of its measurement and of its whole datastream. */
const record = (site: string, facility: string, measurement: string, own: string, all: string) =>
  made('met', site, facility, measurement, {
    dqr_dates: own,
    datastreams: JSON.stringify([entry(`${site}met${facility}.b1`, all)]),
  });
const NONE = reports();

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
const over = (...documents: readonly MetadataDocument[]) =>
  server.use(metadataService(documents).handler);

describe('the places of a product', () => {
  it('the places of a product are in the order of sites, and within one in that of the numbers of facilities', async () => {
    over(
      ...[
        ['sgp', 'E13'],
        ['nsa', 'C2'],
        ['sgp', 'E2'],
        ['sgp', 'C1'],
        ['nsa', 'C10'],
      ].map(([site = '', facility = '']) => made('met', site, facility, 'temp')),
      made('aos', 'sgp', 'E9', 'temp'),
    );
    const places = await client.fetchQuery(placesQuery(config, MET));
    expect(places.map(({ siteCode, facilityCode }) => `${siteCode}.${facilityCode}`)).toEqual([
      ...['nsa.C2', 'nsa.C10', 'sgp.C1', 'sgp.E2', 'sgp.E13'],
    ]);
    over(made('aos', 'sgp', 'E9', 'temp'));
    const aos = { ...MET, id: 'aos' };
    const others = await client.fetchQuery(placesQuery(config, aos));
    expect(others.map(({ facilityCode }) => facilityCode)).toEqual(['E9']);
  });
});

describe('the reports of a product', () => {
  const both = [
    record('sgp', 'E13', 'temp', reports(3), reports(3, 4)),
    record('sgp', 'E13', 'rain', reports(4), reports(3, 4)),
    record('nsa', 'C1', 'temp', NONE, NONE),
  ];
  const codesOf = async (measurement: string | null, of = both) => {
    over(...of);
    const found = await client.fetchQuery(groupReportsQuery(config, MET, measurement));
    return Object.fromEntries([...found].map(([name, all]) => [name, all.map(({ code }) => code)]));
  };

  it('the reports of a product are by datastream those of all measurements, or of one', async () => {
    expect(await codesOf(null)).toEqual({
      'sgpmetE13.b1': expect.arrayContaining([3, 4]),
      'nsametC1.b1': [],
    });
    const alone = both.map((one) => ({ ...one, datastreams: '[]' }));
    expect(await codesOf('rain', alone)).toEqual({ 'sgpmetE13.b1': [4] });
    expect(await codesOf('temp', alone)).toEqual({ 'sgpmetE13.b1': [3], 'nsametC1.b1': [] });
  });
});

describe('a record', () => {
  it('a record is found by its id, else by the datastream that its id begins with, else not', async () => {
    const only = record('sgp', 'E13', 'temp', reports(3), NONE);
    const find = async (id: string) => {
      over(only);
      return await client.fetchQuery(recordQuery(config, id));
    };
    const exact = await find(String(only.id));
    expect([exact?.moved, exact?.row.dataLevel]).toEqual([false, 'b1']);
    expect((await find('sgpmetE13.b1_gone_sfcmet_met_sfcmet'))?.moved).toBe(true);
    expect(await find('nsametC1.b1_gone_sfcmet_met_sfcmet')).toBeNull();
  });

  it('a record has the measurements of its datastream, and none of others', async () => {
    over(
      made('met', 'sgp', 'E13', 'temp'),
      made('met', 'sgp', 'E13', 'rain'),
      made('met', 'nsa', 'C1', 'wind'),
    );
    const found = await client.fetchQuery(measurementsQuery(config, 'sgpmetE13.b1'));
    expect(found.map(({ varName }) => varName).toSorted()).toEqual(['rain', 'temp']);
  });

  it('a record has its reports, none where the catalogue has none', async () => {
    over(record('sgp', 'E13', 'temp', reports(3), NONE));
    const of = { measurementId: 'sgpmetE13.b1_temp' };
    const [first, ...more] = await client.fetchQuery(reportsQuery(config, of));
    expect([first?.[3], more]).toEqual([3, []]);
    const whole = { datastream: 'sgpmetE13.b1' };
    expect(await client.fetchQuery(reportsQuery(config, whole))).toEqual([]);
    expect(await client.fetchQuery(reportsQuery(config, { datastream: 'x' }))).toEqual([]);
  });

  it('a record of another repository is read where it has the form of one', () => {
    for (const externalRecord of ['', '{', '[]', '{"name":1}', 'null'])
      expect(readExternalRecord({ externalRecord })).toBeNull();
  });

  it('a record is of a campaign or an investigator by its level or its source', () => {
    const of = (dataLevel: string, sourceClassCode: string) => {
      const row = { dataLevel, sourceClassCode };
      return [isCampaign(row), isInvestigator(row)];
    };
    expect(of('b1', 'armobs')).toEqual([false, false]);
    for (const source of ['fc', 'iop']) expect(of('b1', source)).toEqual([true, false]);
    expect(of('fc', 'armobs')).toEqual([true, false]);
    expect(of('pi', 'armobs')).toEqual([false, true]);
    expect(of('b1', 'pi')).toEqual([false, true]);
  });
});

it('facilities are chosen by group, each once, and the choice of one group leaves that of others', () => {
  useSelection.setState({ byGroup: {} });
  const { result, rerender } = renderHook(() => [useChosen('met'), useChosen('aos')]);
  expect(result.current).toEqual([[], []]);
  act(() => useSelection.getState().choose('met', ['sgp.E13', 'sgp.C1', 'sgp.E13']));
  act(() => useSelection.getState().choose('aos', ['nsa.C1']));
  rerender();
  expect(result.current).toEqual([['sgp.E13', 'sgp.C1'], ['nsa.C1']]);
  act(() => useSelection.getState().choose('met', []));
  expect(result.current).toEqual([[], ['nsa.C1']]);
});
