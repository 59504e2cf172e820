// Addresses of plots, and the calendar's arithmetic.
import { expect, it } from 'vitest';
import { addMonths, dashed, weeksOf } from './month.ts';
import { nestedPlots, plotsPath, readDate, withoutPlots } from './plots-address.ts';

it('[S007] [Q004] plots are nested below the results and the cart, whose address they keep', () => {
  expect(nestedPlots('/results/site_code::sgp/quicklooks/sgpmetE13.b1/temp_mean')).toEqual({
    ds: 'sgpmetE13.b1',
    vn: 'temp_mean',
    below: '/results/site_code::sgp',
  });
  expect(nestedPlots('/saved/quicklooks/sgpmetE13.b1')).toEqual({
    ds: 'sgpmetE13.b1',
    vn: null,
    below: '/saved',
  });
  expect(nestedPlots('/results/s::quicklooks')).toBeNull();
  expect(nestedPlots('/quicklooks/sgpmetE13.b1/temp_mean')).toBeNull();
  expect(withoutPlots('quicklooks/sgpmetE13.b1/temp_mean')).toBe('');
  expect(withoutPlots('site_code::sgp/s::x')).toBe('site_code::sgp/s::x');
});

it('[Q005] [Q003] addresses of plots keep the parameters of the present route beside ds, vn and date', () => {
  const place = { ds: 'sgpmetE13.b1', vn: 'temp_mean', date: '20190104' };
  expect(plotsPath('/results/site_code::sgp', place, '?details=a&date=20000101')).toBe(
    '/results/site_code::sgp/quicklooks/sgpmetE13.b1/temp_mean?details=a&date=20190104',
  );
  expect(plotsPath('', { ...place, vn: null, date: null })).toBe('/quicklooks/sgpmetE13.b1');
});

it('[Q010] [Q003] a date is a real day as YYYYMMDD, none of the future', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  expect(readDate('20261121', now)).toBe('20261121');
  expect(readDate('2019-06-05', now)).toBe('20190605');
  for (const text of ['20261122', '2026-11-22', '20260230', '2026-0101', '202601', '', undefined])
    expect(readDate(text, now)).toBeNull();
});

it('[Q012] months are weeks from Sunday to Saturday', () => {
  const weeks = weeksOf('201902');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, null, null, null, '20190201', '20190202']);
  expect(weeks.flat().filter(Boolean)).toHaveLength(28);
});

it('months are stepped through, keeping the day where there is one', () => {
  expect(addMonths('20190131', 1)).toBe('20190228');
  expect(addMonths('20190115', -1)).toBe('20181215');
  expect(addMonths('20191231', 1)).toBe('20200131');
  expect([dashed('20190104'), dashed('201901')]).toEqual(['2019-01-04', '2019-01']);
});
