// Cart items for tests: a surface station with three levels, and the same at another facility.
import type { CartItem } from '../parts/cart/cart-item.ts';

export const met: CartItem = {
  siteCode: 'sgp',
  siteName: 'Southern Great Plains',
  facilityCode: 'E13',
  facilityName: 'Lamont, OK',
  title: 'Surface Meteorological Instrumentation',
  instrumentCode: 'met',
  instrumentClassCode: 'met',
  inputInstrumentClassCodes: [],
  sourceClassCode: 'armobs',
  instrumentCategoryCodes: ['sfcmet'],
  measurement: '',
  measurementDesc: '',
  measurementCode: '',
  varName: '',
  priority: 1,
  dataLevels: [
    {
      datastream: 'sgpmetE13.00',
      dataLevel: '00',
      startDate: '1993-11-01T00:00:00Z',
      endDate: '2026-11-20T00:00:00Z',
    },
    {
      datastream: 'sgpmetE13.a1',
      dataLevel: 'a1',
      startDate: '1993-11-01T00:00:00Z',
      endDate: '2001-04-09T23:59:59Z',
    },
    {
      datastream: 'sgpmetE13.b1',
      dataLevel: 'b1',
      startDate: '1993-11-01T00:00:00Z',
      endDate: '2026-11-20T00:00:00Z',
    },
  ],
  variables: [],
  uiText: '',
  limitedAccess: false,
  hasPlots: true,
  scanNames: [],
  preselectedEpoch: null,
  searchStart: null,
  searchEnd: null,
};

export const metNorth: CartItem = {
  ...met,
  siteCode: 'nsa',
  siteName: 'North Slope of Alaska',
  facilityCode: 'C1',
  facilityName: 'Utqiagvik',
  dataLevels: [
    {
      datastream: 'nsametC1.b1',
      dataLevel: 'b1',
      startDate: '2003-01-01T00:00:00Z',
      endDate: '2026-11-19T23:59:59Z',
    },
  ],
};
