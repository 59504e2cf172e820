// All data quality reports in force, the latest first, with filters that are the address.
import {
  type FoundReport,
  findReports,
  type ReportFilter,
  reportFilter,
} from '@isobar/contract/calls/report-list.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { reportsElsewhere } from '../../lib/reports-elsewhere.ts';
import { useRouter, useSearch } from '../../lib/router/provider.tsx';
import { ClassMark } from '../../parts/report/class-mark.tsx';
import { classLabel, daysText } from '../../parts/report/report-words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { type FilterChange, isFiltered, ReportFilters } from './report-filters.tsx';

const HERE = '/qualityreports';

export function QualityReportsScreen() {
  usePageTitle('Quality reports');
  const elsewhere = reportsElsewhere(useConfig());
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <h1 className="title">Quality reports</h1>
      <p className="mt-1 text-ink-2">
        What was wrong, with which data, and when. Latest first; times are UTC.{' '}
        <a className="link" href="/reports">
          Citable page
        </a>
      </p>
      {elsewhere === null ? (
        <List />
      ) : (
        <EmptyPanel
          title="Provided by another service"
          text="The data quality reports of this archive are kept by a separate service."
        >
          <a className={buttonClass({ look: 'primary' })} href={elsewhere}>
            Open that service
          </a>
        </EmptyPanel>
      )}
    </main>
  );
}

/** What the address says; what it spells wrongly counts as not given. */
function askedFrom(search: Readonly<Record<string, string | undefined>>): ReportFilter {
  const whole = reportFilter.safeParse(search);
  if (whole.success) return whole.data;
  const { issues } = whole.error;
  const wrong = new Set(issues.map(({ path: [name] }) => name));
  const rest = Object.entries(search).filter(([name]) => !wrong.has(name));
  return reportFilter.parse(Object.fromEntries(rest));
}

/** The address of a list; filters that are open are left out. */
function listHref(filter: FilterChange): string {
  const given = Object.entries(filter).filter(
    ([name, value]) => value !== '' && !(name === 'page' && value === 1),
  );
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return given.length === 0 ? HERE : `${HERE}?${query.toString()}`;
}

function List() {
  const config = useConfig();
  const router = useRouter();
  const asked = askedFrom(useSearch());
  const { data, error, isFetching, refetch } = useQuery(
    queryOptions({
      queryKey: ['all-reports', asked],
      queryFn: ({ signal }) => ask(config, findReports, { query: asked, signal }),
      placeholderData: keepPreviousData,
    }),
  );
  const go = (change: FilterChange): void =>
    void router.navigate({
      // The address as it is now: two changes may come before the screen is drawn again.
      href: listHref({ ...askedFrom(router.state.location.search), page: 1, ...change }),
    });
  if (error && !data)
    return (
      <div className="mt-5">
        <FailurePanel
          what="The reports could not be listed."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (!data) return <Skeleton className="mt-5 h-80 w-full" />;
  return (
    <>
      <ReportFilters asked={asked} choices={data.choices} onChange={go} />
      <p role="status" className="mt-5 mb-1 text-ink-2">
        <strong className="text-ink">{formatCount(data.total)}</strong>{' '}
        {data.total === 1 ? 'report' : 'reports'}
        {data.pages > 1 && `, page ${data.page} of ${data.pages}`}
      </p>
      {data.reports.length === 0 ? (
        <NoReports filtered={isFiltered(asked)} />
      ) : (
        <ul className="border-t border-rule" aria-busy={isFetching}>
          {data.reports.map((report) => (
            <Row key={report.dqrid} report={report} />
          ))}
        </ul>
      )}
      <div className="mt-4">
        <Pager
          label="Pages of reports"
          page={data.page}
          pages={data.pages}
          onPage={(page) => go({ page })}
        />
      </div>
    </>
  );
}

const NoReports = ({ filtered }: { readonly filtered: boolean }) =>
  filtered ? (
    <EmptyPanel title="No reports match these filters" text="Widen the dates or clear a filter.">
      <a className={buttonClass()} href={`#${HERE}`}>
        Clear filters
      </a>
    </EmptyPanel>
  ) : (
    <EmptyPanel title="No reports yet" text="This archive has no data quality reports in force." />
  );

function Row({ report }: { readonly report: FoundReport }) {
  const { dqrid, subject, code, className, datastreams, datastream } = report;
  return (
    <li className="grid items-center gap-x-5 gap-y-0.5 border-b border-rule py-2.5 lg:grid-cols-[7.5rem_minmax(0,1fr)_9rem_13rem_14rem]">
      <a className="link font-mono text-sm" href={`#/report/${encodeURIComponent(dqrid)}`}>
        {dqrid}
      </a>
      <span className="min-w-0 break-words">{subject || 'No subject'}</span>
      <span className="flex flex-wrap gap-x-4 lg:contents">
        <span className="flex items-center gap-2">
          <ClassMark code={code} />
          {classLabel(code, className)}
        </span>
        <span className="text-ink-2">{daysText(report)}</span>
      </span>
      <span className="min-w-0 truncate text-ink-2">
        {datastreams === 1 ? (
          <span className="font-mono text-sm">{datastream}</span>
        ) : (
          plural(datastreams, 'datastream')
        )}
      </span>
    </li>
  );
}
