// The summary of a selected report, and the address of a report's template: nothing is asked of a server.
import { reportTemplate } from '@isobar/contract/calls/quality.ts';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { ReportSummary } from './report-summary.tsx';

it('[T075] the report page makes a template of a report by its id and a flag for the service, of a default id when none is given', () => {
  expect(reportTemplate('/services/dqr/', { dqrid: 'D1.1', service: true })).toBe(
    '/services/dqr/?dqrid=D1.1&print=true',
  );
  expect(reportTemplate('/services/dqr', { dqrid: 'D1.1', service: false })).toBe(
    '#/report/D1.1?print=true',
  );
  expect(reportTemplate('/services/dqr', { service: true })).toBe(
    '/services/dqr/?dqrid=0&print=true',
  );
});

describe('the summary of a timeline', () => {
  const range = { start: 0, end: 24, name: 'suspect', code: 3 } as const;
  it("[T024] has 'View Report' for a report with an id that is not '0', and for nothing else", async () => {
    const show = (reportId: string) => {
      const selected = { ...range, reportId };
      inPortal(
        <ReportSummary
          ranges={[selected]}
          selected={selected}
          onSelect={() => {}}
          factsOf={() => null}
          plots={null}
        />,
      );
    };
    show('D170321.8');
    expect(screen.getByRole('link', { name: /View Report/ }).getAttribute('href')).toBe(
      '#/report/D170321.8',
    );
    document.body.innerHTML = '';
    show('0');
    expect(screen.queryByRole('link', { name: /View Report/ })).toBeNull();
    document.body.innerHTML = '';
    show('');
    expect(screen.queryByRole('link', { name: /View Report/ })).toBeNull();
  });
});
