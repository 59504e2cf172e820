// 'Is my figure still right?': a list of files, checksums, a recipe or a script is compared with
// the archive as it is now.
import { createOrder } from '@isobar/contract/calls/order-calls.ts';
import { type HeldAnswer, verifyHeld } from '@isobar/contract/calls/verify-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { type Held, MOST_HELD_TEXT, readHeld } from '@isobar/contract/orders/held-files.ts';
import { orderRequest } from '@isobar/contract/orders/request.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useId, useRef, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import { heldOfFiles } from './held-of-files.ts';
import { VerifyResult } from './verify-result.tsx';

export function VerifyScreen() {
  usePageTitle('Is my figure still right?');
  const [text, setText] = useState('');
  const [since, setSince] = useState('');
  const result = useRef<HTMLDivElement>(null);
  const compared = useComparison(since, () => setTimeout(() => result.current?.focus()));
  return (
    <main id="main" tabIndex={-1} className="page max-w-4xl py-8 outline-none">
      <h1 className="title mb-2">Is my figure still right?</h1>
      <p className="mb-5 max-w-[44rem] text-ink-2">
        Archives change: files are replaced, withdrawn or reported. Paste the file names, checksums
        or recipe of your data to see what has changed since. Only names, checksums and dates are
        sent, never data, and no account is needed.
      </p>
      <Sources
        text={text}
        since={since}
        onText={setText}
        onSince={setSince}
        onFiles={compared.lookAtFiles}
        onLook={() => compared.lookAtText(text)}
        busy={compared.verify.isPending}
      />
      {compared.problem && (
        <p role="alert" className="mt-3 text-danger">
          {compared.problem}
        </p>
      )}
      <div ref={result} tabIndex={-1} className="mt-6 outline-none" aria-live="polite">
        <Compared of={compared} />
      </div>
    </main>
  );
}

/**
 * Compares what is pasted or dropped with the archive; what names no file of one is a problem and
 * is not sent.
 */
function useComparison(since: string, onCompared: () => void) {
  const config = useConfig();
  const [problem, setProblem] = useState<string | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const verify = useMutation({
    mutationFn: (asked: Held) =>
      ask(config, verifyHeld, {
        body: {
          files: asked.files.map((file) => ({ ...file })),
          data: asked.data.map((one) => ({ ...one })),
          ...(since || asked.since ? { since: since || asked.since } : {}),
        },
      }),
    onSuccess: onCompared,
  });
  const look = (next: Held): void => {
    if (next.files.length + next.data.length === 0) {
      setProblem(
        'No archive file name was found. File names look like sgpmetE13.b1.20190101.000000.cdf.',
      );
      return;
    }
    setProblem(null);
    setHeld(next);
    verify.mutate(next);
  };
  const lookAtText = (text: string): void =>
    text.length > MOST_HELD_TEXT
      ? setProblem(`The text is longer than ${formatBytes(MOST_HELD_TEXT)}.`)
      : look(readHeld(text));
  const lookAtFiles = (files: readonly File[]): void =>
    void heldOfFiles(files).then(look, (error: Error) => setProblem(error.message));
  return { verify, held, problem, lookAtText, lookAtFiles };
}

function Compared({ of }: { readonly of: ReturnType<typeof useComparison> }) {
  const { verify, held } = of;
  if (verify.isPending) return <Spinner label="Comparing with the archive…" />;
  if (!held) return null;
  if (verify.isError)
    return (
      <FailurePanel
        what="The files could not be compared."
        why={verify.error instanceof CallError ? verify.error.message : undefined}
        onRetry={() => verify.mutate(held)}
      />
    );
  if (!verify.data) return null;
  const { unread, order } = verify.data;
  return (
    <div className="grid gap-5">
      <VerifyResult answer={verify.data} held={held} />
      {unread > 0 && (
        <p>
          {plural(unread, 'file')} could not be read in time.{' '}
          <button type="button" className="link" onClick={() => verify.mutate(held)}>
            Compare again
          </button>
        </p>
      )}
      <OrderNow order={order} />
    </div>
  );
}

function Sources(props: {
  readonly text: string;
  readonly since: string;
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly onSince: (day: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onLook: () => void;
}) {
  const { text, since, busy, onText, onSince, onFiles, onLook } = props;
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const ids = { text: useId(), hint: useId() };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onLook();
      }}
    >
      <label htmlFor={ids.text} className="font-strong">
        File names, SHA256SUMS, recipe.json, ro-crate-metadata.json or a script
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button below is for everybody */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <textarea
          id={ids.text}
          aria-describedby={ids.hint}
          className={`field min-h-44 w-full font-mono text-sm ${over ? 'border-accent' : ''}`}
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <p id={ids.hint} className="text-sm text-ink-2">
        Or drop files here. Checksums of data files are computed in your browser.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <DayField
          label="Day you got the data (if you know it)"
          value={since}
          onChange={onSince}
          inForm
        />
        <Button type="submit" look="primary" busy={busy}>
          Compare with the archive
        </Button>
        <Button type="button" onClick={() => chooser.current?.click()}>
          Choose files…
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files to compare"
          onChange={(event) => onFiles([...(event.target.files ?? [])])}
        />
      </div>
    </form>
  );
}

/** The files as they are now, ordered at once by who is signed in. */
function OrderNow({ order }: { readonly order: HeldAnswer['order'] }) {
  const config = useConfig();
  const { person } = useSession();
  const place = useMutation({
    mutationFn: (selectedData: unknown) =>
      ask(config, createOrder, { body: orderRequest.parse({ selectedData }) }),
    onSuccess: ({ orderId, message }) =>
      toast({
        title: `Order ${orderId} placed`,
        text: message,
        link: { label: 'Track it', href: `#/account/order?orderId=${orderId}` },
      }),
    onError: (error) =>
      toast({
        title: 'The order could not be placed.',
        kind: 'problem',
        ...(error instanceof CallError ? { text: error.message } : {}),
      }),
  });
  if (!order) return null;
  const size = `${plural(order.files, 'file')}, ${formatBytes(order.bytes)}`;
  if (!person)
    return <p className="text-ink-2">Sign in to order these files as they are now: {size}.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        look="primary"
        busy={place.isPending}
        onClick={() => place.mutate(order.selectedData)}
      >
        Order these files as they are now
      </Button>
      <span className="text-sm text-ink-2">{size}</span>
    </div>
  );
}
