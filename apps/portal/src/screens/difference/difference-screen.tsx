// By how much versions differ, in numbers: a file and its former version, or all replaced files of
// an order and what it delivered.
import { readOrderDifference } from '@isobar/contract/calls/change-calls.ts';
import type { OrderDifference } from '@isobar/contract/calls/verify-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams, useSearch } from '../../lib/router/provider.tsx';
import { DifferenceTable } from '../../parts/changes/difference-table.tsx';
import { FileDifference } from '../../parts/changes/file-difference.tsx';
import { Button } from '../../ui/button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';

export function DifferenceScreen() {
  const { _splat = '' } = useParams();
  const [first = '', ...rest] = _splat.split('/');
  return rest.length > 0 ? (
    <FileScreen datastream={first} file={rest.join('/')} />
  ) : (
    <OrderScreen orderId={first} />
  );
}

function FileScreen({ datastream, file }: { readonly datastream: string; readonly file: string }) {
  usePageTitle(`How ${file} differs`);
  return (
    <main id="main" tabIndex={-1} className="page max-w-4xl py-8 outline-none">
      <h1 className="title mb-4">
        <span className="caps mb-1 block font-sans">How a file differs</span>
        <span className="font-mono text-lg break-all">{file}</span>
      </h1>
      <p className="mb-4 max-w-[44rem] text-ink-2">
        The file in the archive now, compared with its former version.
      </p>
      <FileDifference datastream={datastream} file={file} />
    </main>
  );
}

function OrderScreen({ orderId }: { readonly orderId: string }) {
  const { key } = useSearch();
  usePageTitle(`How order ${orderId} differs`);
  const config = useConfig();
  const asked = { params: { orderId: Number(orderId) }, query: key ? { key } : {} };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['order-difference', orderId, key],
    queryFn: ({ signal }) => ask(config, readOrderDifference, { ...asked, signal }),
    retry: (count, failure) =>
      !(failure instanceof CallError && failure.code !== 'unavailable') && count < 2,
  });
  return (
    <main id="main" tabIndex={-1} className="page max-w-4xl py-8 outline-none">
      <h1 className="title mb-4">
        <span className="caps mb-1 block font-sans">How an order differs</span>
        Order {orderId}
      </h1>
      {error && (
        <FailurePanel
          what="The difference could not be loaded."
          why={error instanceof CallError ? error.message : undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton className="h-40 w-full" />}
      {data && (
        <>
          <Differences difference={data} />
          <p className="mt-5 text-ink-2">
            Compared by hourly statistics of the ordered times and variables, because the former
            files are gone. Values that the order masked are included.{' '}
            <a className="link" href={addressOf(config, readOrderDifference, asked)}>
              As JSON
            </a>
          </p>
        </>
      )}
    </main>
  );
}

function Differences({ difference }: { readonly difference: OrderDifference }) {
  const { orderId, delivered, compared, notKnown, leftOut, withdrawn, variables, unchanged } =
    difference;
  const replaced = compared + notKnown.length + leftOut;
  return (
    <div className="grid gap-5">
      <p>
        {replaced === 0
          ? `No file was replaced since the delivery of ${delivered.slice(0, 10)}.`
          : `Of the ${plural(replaced, 'file')} replaced since the delivery of ${delivered.slice(0, 10)}, ${compared} could be compared.`}
        {withdrawn > 0 && ` ${plural(withdrawn, 'file')} withdrawn.`}
        {leftOut > 0 &&
          ` ${plural(leftOut, 'file')} beyond what one call compares ${leftOut === 1 ? 'is' : 'are'} left out.`}
      </p>
      {variables.length > 0 && (
        <DifferenceTable caption={`Differences of order ${orderId}`} rows={variables} />
      )}
      {compared > 0 && variables.length === 0 && (
        <p>Hourly statistics are the same. Values that differ, if any, do so within an hour.</p>
      )}
      {unchanged.map((one) => (
        <p key={one.datastream} className="text-ink-2">
          The same in every hour of <span className="font-mono">{one.datastream}</span>:{' '}
          {one.variables.join(', ')}.
        </p>
      ))}
      {notKnown.length > 0 && <NotKnown files={notKnown} />}
    </div>
  );
}

const AT_FIRST = 20;

function NotKnown({ files }: { readonly files: OrderDifference['notKnown'] }) {
  const [most, setMost] = useState(AT_FIRST);
  return (
    <section aria-labelledby="difference-not-known" className="grid gap-1.5">
      <h2 id="difference-not-known" className="title-2">
        Not known
      </h2>
      <ul>
        {files.slice(0, most).map(({ datastream, file, reason }) => (
          <li key={`${datastream}/${file}`} className="border-b border-rule py-2">
            <span className="font-mono text-sm break-all">{file}</span>
            <span className="block text-sm text-ink-2">{reason}</span>
          </li>
        ))}
      </ul>
      {files.length > most && (
        <Button small className="justify-self-start" onClick={() => setMost(most * 5)}>
          Show more of {plural(files.length, 'file')}
        </Button>
      )}
    </section>
  );
}
