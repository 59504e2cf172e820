// The delivery of an order: all at once, by script, or file by file with sizes and checksums.

import { indexOfDelivery } from '@isobar/contract/calls/delivery-calls.ts';
import { HELPER_SCRIPTS, type OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { deliveredText } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { TableHead } from '../../ui/table.tsx';

type DeliveryPlace = NonNullable<OrderStatusReply['delivery']>;

const AT_FIRST = 20;

export function Delivery(props: { readonly orderId: number; readonly delivery: DeliveryPlace }) {
  const { orderId, delivery } = props;
  const expires = parseInstant(delivery.expires);
  return (
    <section aria-label={`Delivery of order ${orderId}`} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <a className={buttonClass({ look: 'primary' })} href={delivery.zipUrl} download>
          <Download size={16} aria-hidden />
          Download all ({formatBytes(delivery.bytes)})
        </a>
        <a className={buttonClass()} href={delivery.url} target="_blank" rel="noreferrer">
          <FolderOpen size={16} aria-hidden />
          Open folder
        </a>
        <a
          className={buttonClass({ look: 'quiet' })}
          href={delivery.url + HELPER_SCRIPTS.shell}
          download
        >
          Helper script (shell)
        </a>
        <a
          className={buttonClass({ look: 'quiet' })}
          href={delivery.url + HELPER_SCRIPTS.python}
          download
        >
          Helper script (Python)
        </a>
      </div>
      <p className="text-sm text-ink-2">
        {deliveredText(delivery.fileCount, 0)}
        {expires !== null && `, kept until ${formatDay(expires)}`}. The helper scripts resume and
        verify; a link can be resumed as well.
      </p>
      <DeliveredFiles orderId={orderId} base={delivery.url} dataFiles={delivery.fileCount} />
    </section>
  );
}

type FilesProps = {
  readonly orderId: number;
  readonly base: string;
  /** How many of the files hold data; the others are documents. */
  readonly dataFiles: number;
};

function DeliveredFiles({ orderId, base, dataFiles }: FilesProps) {
  const [most, setMost] = useState(AT_FIRST);
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['delivery', orderId, base],
    staleTime: 60_000,
    queryFn: ({ signal }) => ask(null, indexOfDelivery, { base, signal }),
  });
  if (!data) {
    if (!isError) return <Skeleton className="h-24 w-full" />;
    return (
      <FailurePanel
        what="The files of the delivery could not be listed."
        why={error instanceof CallError ? error.message : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">Files of order {orderId}</caption>
        <TableHead
          row="border-b border-rule"
          cell="caps py-1.5"
          heads={[
            'File',
            { name: 'Size', className: 'w-24 text-right' },
            { name: 'SHA-256', className: 'w-64 pl-6 max-md:hidden' },
          ]}
        />
        <tbody>
          {data.files.slice(0, most).map((file) => (
            <tr key={file.name} className="border-b border-rule">
              <td className="py-1.5 pr-2">
                <a className="link font-mono text-sm break-all" href={file.url} download>
                  {file.name}
                </a>
              </td>
              <td className="py-1.5 text-right align-top whitespace-nowrap text-ink-2">
                {formatBytes(file.bytes)}
              </td>
              <td className="py-1 pl-6 align-top max-md:hidden">
                <span className="flex items-center gap-1">
                  <span className="truncate font-mono text-xs text-ink-2" title={file.sha256}>
                    {file.sha256}
                  </span>
                  <CopyButton text={file.sha256} label={`Copy the checksum of ${file.name}`} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.files.length > most && (
        <Button className="justify-self-start" onClick={() => setMost(most * 5)}>
          Show more of {deliveredText(dataFiles, data.files.length - dataFiles)}
        </Button>
      )}
    </>
  );
}
