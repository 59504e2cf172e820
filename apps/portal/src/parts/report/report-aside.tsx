// Beside a report: what it means for the cart and for orders, other reports of that time, and how
// programs get it.

import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { readReport, spansAsTable } from '@isobar/contract/calls/quality-calls.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { useSession } from '../../lib/session.ts';
import { Skeleton } from '../../ui/progress.tsx';
import { ClassMark } from './class-mark.tsx';
import { InMyCart } from './in-my-cart.tsx';
import { ReportLink } from './report-link.tsx';
import { reportsOfDatastream, touchedOrders } from './report-queries.ts';
import { classLabel, day, daysText, wholeSpan } from './report-words.ts';

export function ReportAside({ report }: { readonly report: ReportReply }) {
  return (
    <aside aria-label="About this report" className="no-print min-w-0 text-sm">
      <Part title="What this means for your order">
        <Meaning report={report} />
        <InMyCart report={report} />
        <MyOrders report={report} />
      </Part>
      <Others report={report} />
      <Part title="Use in a program">
        <Program id={report.dqrid} />
      </Part>
      <Part title="History">
        <History report={report} />
      </Part>
    </aside>
  );
}

const Part = (props: { readonly title: string; readonly children: ReactNode }) => (
  <section className="grid gap-2 border-t border-rule py-3.5">
    <h2 className="font-strong">{props.title}</h2>
    {props.children}
  </section>
);

function Meaning({ report }: { readonly report: ReportReply }) {
  const codes = new Set(report.affected.map((span) => span.code));
  const words = ([4, 3] as const).filter((code) => codes.has(code));
  if (words.length === 0) {
    return (
      <p>
        {codes.has(0)
          ? 'There is nothing to deliver for these times; the report is included with your files.'
          : 'Values are delivered unchanged, and the report is included with your files.'}
      </p>
    );
  }
  const names = words.map((code) => (code === 4 ? 'Incorrect' : 'Suspect')).join(' or ');
  return (
    <p>
      With the data flagging <em>{names}</em> the values of these variables and times become -9999.
      Without it they are delivered unchanged, and the report is included with your files.
    </p>
  );
}

/** Shown to signed-in users; it never requests a sign-in. */
function MyOrders({ report }: { readonly report: ReportReply }) {
  const { person } = useSession();
  const config = useConfig();
  const { data, isPending, isError } = useQuery({
    ...touchedOrders(config, report.dqrid, person?.personId ?? ''),
    enabled: person !== null && person !== undefined,
  });
  if (!person) return null;
  if (isError) return <p className="text-ink-2">Your orders could not be checked.</p>;
  if (isPending) return <Skeleton className="h-5 w-40" />;
  if (data.orders.length === 0)
    return <p className="text-ink-2">None of your orders is affected.</p>;
  return (
    <div>
      <p>
        {plural(data.orders.length, 'order')} of yours {data.orders.length === 1 ? 'is' : 'are'}{' '}
        touched:
      </p>
      <ul className="mt-1 grid gap-0.5">
        {data.orders.map((order) => (
          <li key={order.orderId}>
            <a className="link" href={`#/orderreport/${order.orderId}`}>
              Order {order.orderId}
            </a>{' '}
            <span className="text-ink-2">
              of {day(order.orderDate)}
              {order.since ? ', written after your delivery' : ''}
            </span>
          </li>
        ))}
      </ul>
      {data.more && <p className="text-ink-2">Older orders were not checked.</p>}
    </div>
  );
}

const SHOWN = 5;

/** Other reports of the first datastream that share time with this one. */
function Others({ report }: { readonly report: ReportReply }) {
  const config = useConfig();
  const [datastream = ''] = report.datastreams;
  const { data } = useQuery({
    ...reportsOfDatastream(config, datastream),
    enabled: datastream !== '',
  });
  if (!data || data.length < 2) return null;
  const { startDateTime, endDateTime } = wholeSpan(report.affected);
  const near = data.filter(
    (one) =>
      one.dqrid !== report.dqrid &&
      (endDateTime === null || one.startDateTime <= endDateTime) &&
      (one.endDateTime === null || one.endDateTime >= startDateTime),
  );
  return (
    <Part title="Other reports in range">
      {near.length === 0 && (
        <p className="text-ink-2">No other report overlaps this one in time.</p>
      )}
      <ul className="grid gap-2.5">
        {near.slice(0, SHOWN).map((one) => (
          <li key={one.dqrid} className="flex gap-2">
            <ClassMark code={one.code} />
            <span className="min-w-0">
              <ReportLink id={one.dqrid} />
              <span className="block text-ink-2">
                {classLabel(one.code)}, {daysText(one)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <a className="link" href={`#/results/datastream::${encodeURIComponent(datastream)}`}>
        All {formatCount(data.length)} reports of this datastream
      </a>
    </Part>
  );
}

function Program({ id }: { readonly id: string }) {
  const config = useConfig();
  const address = new URL(addressOf(config, readReport, { params: { id } }), location.origin).href;
  return (
    <>
      <pre className="rounded bg-sunk px-3 py-2 font-mono text-xs whitespace-pre-wrap break-all">
        curl -s "{address}"
      </pre>
      <p>
        Also as{' '}
        <a className="link" href={address}>
          JSON
        </a>{' '}
        and{' '}
        <a className="link" href={addressOf(config, spansAsTable, { params: { id } })}>
          CSV of the time spans
        </a>
        .
      </p>
    </>
  );
}

function History({ report }: { readonly report: ReportReply }) {
  const told = [
    ...(report.filed ? [`Filed ${day(report.filed)}`] : []),
    ...(report.changed ? [`last changed ${day(report.changed)}`] : []),
    ...(report.version > 1 ? [`version ${report.version}`] : []),
  ];
  return <p>{told.length > 0 ? `${told.join(', ')}.` : 'Not stated.'}</p>;
}
