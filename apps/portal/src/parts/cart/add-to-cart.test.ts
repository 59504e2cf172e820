// What has to be acknowledged before data go into the cart.

import { expect, it } from 'vitest';
import { readRow } from '../../lib/search/row.ts';
import { met } from '../../testing/cart-fixtures.ts';
import { noticeFor } from './add-to-cart.ts';

const credit = {
  siteCode: 'kcg',
  facilityCode: 'X30',
  instrumentClassCodes: ['ccn', 'acsm', 'cpc', 'cpcf', 'cpcu', 'mpss'],
  text: 'Please acknowledge the station, and contact its lead scientists.',
};
const row = readRow({});
const waits = 'These data wait for release.';

it('[C013] [C014] limited data show their text under Limited Access Data', () => {
  expect(noticeFor({}, row, [{ ...met, uiText: waits, limitedAccess: true }])).toEqual({
    title: 'Limited Access Data',
    lines: [waits],
  });
});

it('[C015] pre-deployment data show their period', () => {
  const before = readRow({ dqr_dates: '[["2020010100","2020010223","0",99]]' });
  expect(noticeFor({}, before, [{ ...met, uiText: waits }])).toEqual({
    title: 'Pre-deployment Data',
    lines: [waits, 'Pre-deployment period: 2020-01-01 00:00:00 to 2020-01-02 23:59:59 UTC.'],
  });
});

it('[C016] [C116] [C117] data of the credit station and classes show the credit text', () => {
  const at = (siteCode: string, instrumentClassCode: string) =>
    noticeFor({ credit }, row, [{ ...met, siteCode, instrumentClassCode }]);
  for (const code of credit.instrumentClassCodes) {
    expect(at('kcg', code)).toEqual({ title: 'Acknowledgement', lines: [credit.text] });
  }
  expect(at('kcg', 'met')).toBeNull();
  expect(at('sgp', 'ccn')).toBeNull();
});

it('everything else needs no word', () => {
  expect(noticeFor({ credit }, row, [met])).toBeNull();
});
