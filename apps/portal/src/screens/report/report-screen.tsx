// The page of one data quality report, at an address of its own; `?print=true` prints it once it is
// loaded.

import { readReport, spansAsTable } from '@isobar/contract/calls/quality-calls.ts';
import { ArrowLeft, Braces, Check, FileText, Link2, Printer, Table } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { pageHere } from '../../lib/page-here.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { cameFromSearch, searchHref } from '../../lib/places.ts';
import { reportsElsewhere } from '../../lib/reports-elsewhere.ts';
import { useParams, useSearch } from '../../lib/router/provider.tsx';
import { thingPage } from '../../lib/thing-page.ts';
import { Report } from '../../parts/report/report.tsx';
import { ReportLink } from '../../parts/report/report-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';

export function ReportScreen() {
  const { id = '' } = useParams();
  const { print } = useSearch();
  usePageTitle(`DQR Information ${id}`);
  const elsewhere = reportsElsewhere(useConfig());
  const onShown = usePrintOnce(print === 'true');
  return (
    <main id="main" tabIndex={-1} className="report-page page py-6 outline-none">
      <div className="no-print mb-4 flex flex-wrap items-center gap-2">
        <a className="btn btn-quiet btn-small -ml-2" href={searchHref()}>
          <ArrowLeft size={15} aria-hidden />
          {cameFromSearch() ? 'Return to Data Search' : 'Data Search'}
        </a>
        <span className="ml-auto" />
        {elsewhere === null && <Tools id={id} />}
      </div>
      {elsewhere === null ? (
        <Report id={id} onShown={onShown} />
      ) : (
        <>
          <h1 className="title">Report {id}</h1>
          <EmptyPanel
            title="Provided by another service"
            text="The data quality reports of this archive are kept by a separate service."
          >
            <ReportLink id={id} className={buttonClass({ look: 'primary' })}>
              Open the report
            </ReportLink>
          </EmptyPanel>
        </>
      )}
    </main>
  );
}

function Tools({ id }: { readonly id: string }) {
  const config = useConfig();
  const [state, copy] = useCopy(pageHere(`#/report/${id}`));
  const words = { ready: 'Copy link', copied: 'Link copied', failed: 'Copy Failed' }[state];
  return (
    <>
      <Button onClick={copy}>
        {state === 'copied' ? <Check size={15} aria-hidden /> : <Link2 size={15} aria-hidden />}
        <span role="status">{words}</span>
      </Button>
      <a className={buttonClass()} href={thingPage('report', id)} title="To read, share and cite">
        <FileText size={15} aria-hidden />
        Citable page
      </a>
      <a className={buttonClass()} href={addressOf(config, readReport, { params: { id } })}>
        <Braces size={15} aria-hidden />
        JSON
      </a>
      <a
        className={buttonClass()}
        href={addressOf(config, spansAsTable, { params: { id } })}
        title="The affected time spans as a table"
      >
        <Table size={15} aria-hidden />
        CSV
      </a>
      <Button onClick={() => window.print()}>
        <Printer size={15} aria-hidden />
        Print
      </Button>
    </>
  );
}

/** Prints the report once, when it is on the page and the timelines have had a moment to draw. */
function usePrintOnce(wanted: boolean): () => void {
  const printed = useRef(false);
  return useCallback(() => {
    if (!wanted || printed.current) return;
    printed.current = true;
    setTimeout(() => window.print(), 600);
  }, [wanted]);
}
