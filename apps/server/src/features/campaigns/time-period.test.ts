// Periods in the forms of metadata records that archives write.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timePeriodOf } from './time-period.ts';

it.each([
  [
    'FGDC',
    '<metadata><timeperd><timeinfo><rngdates><begdate>20100502</begdate><enddate>20100630</enddate></rngdates></timeinfo></timeperd></metadata>',
    { begin: '2010-05-02', end: '2010-06-30' },
  ],
  [
    'ISO 19115',
    '<?xml version="1.0"?><gmd:MD_Metadata xmlns:gml="g" xmlns:gmd="d"><gmd:extent><gml:TimePeriod gml:id="t"><gml:beginPosition>2010-05-02T00:00:00Z</gml:beginPosition><gml:endPosition indeterminatePosition="now"/></gml:TimePeriod></gmd:extent></gmd:MD_Metadata>',
    { begin: '2010-05-02', end: null },
  ],
  [
    'plain',
    '<iop><time-period><begin> 2010-05 </begin><end>present</end></time-period></iop>',
    { begin: '2010-05-01', end: null },
  ],
  [
    'EML',
    '<eml><temporalCoverage><rangeOfDates><beginDate><calendarDate>2010</calendarDate></beginDate><endDate><calendarDate>2011-02-03</calendarDate></endDate></rangeOfDates></temporalCoverage></eml>',
    { begin: '2010-01-01', end: '2011-02-03' },
  ],
  ['none', '<iop><title>Fog</title></iop>', { begin: null, end: null }],
  [
    'impossible days',
    '<iop><timePeriod><begin>20101341</begin><end>0001-01-01</end></timePeriod></iop>',
    { begin: null, end: null },
  ],
])('%s', (_, xml, period) => {
  expect(timePeriodOf(xml)).toEqual(period);
});

it('entities are not expanded', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY x "2010-01-01">]><a><timePeriod><begin>&x;</begin></timePeriod></a>`;
  expect(() => {
    expect(timePeriodOf(bomb)).toEqual({ begin: null, end: null });
  }).not.toThrow();
});

it('whatever is no XML is refused by its name', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        timePeriodOf(text);
      } catch (error) {
        expect(error).toMatchObject({ code: 'unavailable' });
      }
    }),
  );
});
