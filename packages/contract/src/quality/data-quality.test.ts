// Sentences on the quality of data: what they name, what they shorten, and that they are silent
// only where nothing is.
import { expect, it } from 'vitest';
import {
  type DataQuality,
  dataQualityLines,
  dataQualitySummary,
  estimateNote,
  isMuchMasked,
  NO_REPORTS,
  reportText,
  shortened,
  type TouchingReport,
} from './data-quality.ts';

const report = (some: Partial<TouchingReport> = {}): TouchingReport => ({
  ...{ id: 'D200318.4', code: 3, subject: 'Bad calibration', variables: ['temp_mean'] },
  ...{ days: [{ start: '2019-03-01', end: '2019-03-03' }], values: 4320, of: 4320, masked: 'no' },
  ...some,
});
const quality = (some: Partial<DataQuality> = {}): DataQuality => ({
  ...{ datastream: 'sgpmetE13.b1', values: 64_800, masked: 0, more: 0 },
  ...{ reports: [report()], wholly: [{ variable: 'temp_mean', by: ['D200318.4'], masked: false }] },
  ...some,
});

it('the quality of data in words names days, variables, share, and whether values are masked', () => {
  expect(reportText(report())).toBe(
    '2019-03-01 to 2019-03-03; temp_mean: 4,320 of 4,320 values (100 %), not masked',
  );
  expect(reportText(report({ masked: 'yes', values: 1 }))).toContain(
    '1 of 4,320 values (under 0.1 %), masked',
  );
});

it('the quality of data in words names all variables as such, and gives no share where values are not known', () => {
  expect(reportText(report({ variables: [], values: 0, of: 0, code: 5 }))).toBe(
    '2019-03-01 to 2019-03-03; all variables',
  );
});

it('the quality of data in words counts what it does not list', () => {
  const many = Array.from({ length: 9 }, (_, i) => `v${i}`);
  const days = many.map((_, i) => ({ start: `2019-03-0${i + 1}`, end: `2019-03-0${i + 1}` }));
  const words = reportText(report({ variables: many, days }));
  expect(words).toContain('and 5 more ranges; v0, v1, v2, v3, v4, v5 and 3 more variables');
  const one = shortened([quality({ reports: many.map((id) => report({ id })) })], 4)[0];
  expect(one?.more).toBe(5);
  expect(dataQualityLines(one ?? quality()).at(-1)).toBe('sgpmetE13.b1: and 5 more reports.');
});

it('sums up an order in one sentence', () => {
  expect(dataQualitySummary([quality()])).toBe(
    '1 quality report affects these data; all values of temp_mean are incorrect or suspect.',
  );
  const masked = quality({ wholly: [{ variable: 'rh_mean', by: ['D1'], masked: true }] });
  expect(dataQualitySummary([masked, quality()])).toContain('all values of rh_mean are masked');
});

it('the quality of data in words says that counts are near where a count is given, and nowhere else', () => {
  expect(estimateNote([quality()])).toMatch(/^Counts are approximate/);
  expect(estimateNote([quality({ reports: [report({ of: 0, values: 0 })] })])).toBeNull();
  expect(estimateNote([])).toBeNull();
});

it('the quality of data in words says that nothing touches the data only where nothing does', () => {
  expect(dataQualitySummary([])).toBe(NO_REPORTS);
  expect(dataQualitySummary([quality({ reports: [], wholly: [] })])).toBe(NO_REPORTS);
  expect(dataQualitySummary([quality({ wholly: [] })])).not.toBe(NO_REPORTS);
});

it('much is masked where it is more than half of the values, and never of none', () => {
  const much = [
    [10, 6],
    [10, 5],
    [0, 0],
  ].map(([values = 0, masked = 0]) => isMuchMasked({ values, masked }));
  expect(much).toEqual([true, false, false]);
});
