// Sentences about days: limits, duration, months and hours are read; what is assumed is stated.
import { describe, expect, it } from 'vitest';
import { readSentence } from './read-sentence.ts';

describe('[EV7] a sentence', () => {
  it('a sentence gives its conditions, its duration and its months', () => {
    const read = readSentence('liquid water above 100 g m-2 and no rain for three hours in spring');
    expect(read).toMatchObject({ hours: 3, months: [3, 4, 5], hoursOfDay: null });
    expect(read.conditions).toMatchObject([
      {
        ...{ subject: 'liquid water', statistic: 'mean', comparison: '>', value: 100 },
        ...{ unit: 'g m-2', assumed: 'the hourly mean' },
      },
      { subject: 'rain', statistic: 'max', comparison: '<', value: 0.1 },
    ]);
    expect(read.conditions[1]?.assumed).toContain('an hourly maximum below 0.1');
  });

  it.each([
    [
      'maximum wind speed > 12.5',
      { subject: 'wind speed', statistic: 'max', comparison: '>', value: 12.5 },
    ],
    [
      'temperature between -5 and 5 degC',
      { comparison: 'between', value: -5, upTo: 5, unit: 'degC' },
    ],
    [
      'minimum temperature below -20',
      { statistic: 'min', comparison: '<', value: -20, assumed: '' },
    ],
    ['days when humidity is at least 90 %', { subject: 'humidity', comparison: '>', value: 90 }],
    ['cloud radar', { subject: 'cloud radar', comparison: null, value: null }],
  ])('%s', (text, condition) => {
    expect(readSentence(text).conditions).toMatchObject([condition]);
  });

  it.each([
    ['rain above 1 for at least 6 hours in a row', { hours: 6 }],
    ['rain above 1 for two days', { hours: 48 }],
    ['rain above 1 from June to August', { months: [6, 7, 8] }],
    ['rain above 1 from November to January', { months: [1, 11, 12] }],
    ['rain above 1 in Sept to November', { months: [9, 10, 11] }],
    ['rain above 1 during the fall', { months: [9, 10, 11] }],
    ['rain above 1 in Dezember', { months: [12] }],
    ['rain above 1 in verano', { months: [6, 7, 8] }],
    ['rain above 1 between 6 and 18 UTC', { hoursOfDay: { from: 6, to: 18 } }],
    ['rain above 1', { hours: null, months: null, hoursOfDay: null }],
  ])('%s: limits', (text, limits) => {
    const read = readSentence(text);
    expect(read).toMatchObject(limits);
    expect(read.conditions).toMatchObject([{ subject: 'rain', comparison: '>', value: 1 }]);
  });

  it('a sentence of nothing gives no conditions', () => {
    expect(readSentence(' , and ;')).toMatchObject({ conditions: [], hours: null });
  });
});
