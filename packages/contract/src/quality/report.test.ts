// Quality reports as both sides name them: ids, and variables as they are sent.
import { expect, it } from 'vitest';
import { ANY_REPORT_ID, isReport, shownVariable, wireVariable } from './report.ts';

it('ids of reports may be those of other archives, but no paths', () => {
  expect(['A', 'DQR-7_x.2', `a${'b'.repeat(59)}`].every((id) => ANY_REPORT_ID.test(id))).toBe(true);
  expect(
    ['', '.a', '../a', 'a/b', 'a b', 'b'.repeat(61)].some((id) => ANY_REPORT_ID.test(id)),
  ).toBe(false);
});

it('an id of 0, and none, stand for no report', () => {
  expect(['', '0', 'D1', '00'].map(isReport)).toEqual([false, false, true, true]);
});

it('a variable is written with its datastream, and shown without', () => {
  expect(wireVariable('sgpmetE13.b1', 'temp_mean')).toBe('sgpmetE13.b1&&temp_mean');
  expect(shownVariable('sgpmetE13.b1&&temp_mean')).toBe('temp_mean');
  expect(shownVariable('&&temp_mean')).toBe('temp_mean');
  expect(shownVariable('temp_mean')).toBe('temp_mean');
});
