// The summary of a selected report, and the address of a report's template: nothing is asked of a
// server.
import { reportTemplate } from '@isobar/contract/calls/quality.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
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

const range = { start: 0, end: 24, name: 'suspect', code: 3 } as const;
it("[T024] the summary of a timeline has 'View Report' for a report with an id that is not '0', and for nothing else", async () => {
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

it('the summary of a timeline lists the other items in its range, which can be selected, each with what it is about', async () => {
  const at = (reportId: string, start: number, end: number) => ({
    ...range,
    reportId,
    start,
    end,
  });
  const [selected, other, far] = [at('D1.1', 0, 48), at('D2.2', 10, 20), at('D3.3', 90, 99)];
  const variables = Array.from({ length: 8 }, (_, n) => `v${n}`);
  const named: Record<string, readonly string[]> = {
    'D1.1': variables,
    'D2.2': variables.slice(2),
  };
  const chosen: unknown[] = [];
  const user = inPortal(
    <ReportSummary
      ranges={[selected, other, far]}
      selected={selected}
      onSelect={(one) => chosen.push(one)}
      factsOf={({ reportId, ...times }) => ({
        ...{ subject: `About ${reportId}`, variables: named[String(reportId)] ?? [] },
        ...{ start: times.start * 3600, end: times.end * 3600 },
      })}
      plots={null}
    />,
  );
  const summary = screen.getByRole('region', { name: 'Selected report' });
  expect(summary.textContent).toContain('About D1.1 v0 v1 v2 v3 v4 v5 and 2 more variables');
  const others = within(summary).getByRole('listitem');
  expect(others.textContent).toMatch(/About D2.2 v2 v3 v4 v5 v6 v7(Select)?$/);
  await user.click(within(others).getByRole('button', { name: 'Select' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(chosen).toEqual([other, null]);
  expect(summary.textContent).not.toContain('D3.3');
});
