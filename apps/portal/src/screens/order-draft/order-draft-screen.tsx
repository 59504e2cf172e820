// An order that a program prepared: all that it would bring, and its owner's two answers to it.
import {
  discardDraft,
  type OrderDraft,
  placeDraft,
  readDraft,
} from '@isobar/contract/calls/draft-calls.ts';
import { maskedWholly } from '@isobar/contract/orders/check.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/router/provider.tsx';
import { useSession } from '../../lib/session.ts';
import { SignInPanel } from '../../parts/login/sign-in-panel.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { FormFailure } from '../../ui/field.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { DraftFacts, PreparedBy } from './draft-facts.tsx';
import { DraftSelections } from './draft-selections.tsx';
import { useMaskedValues } from './masked-query.ts';

export function OrderDraftScreen() {
  const { draftId = '' } = useParams();
  usePageTitle('Prepared order');
  const config = useConfig();
  const { person } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['order-draft', person?.personId, draftId],
    // Once the person is known, it would be read again, and what became of a click before would not
    // be shown.
    enabled: person !== undefined,
    queryFn: ({ signal }) => ask(config, readDraft, { params: { draftId }, signal }),
  });
  return (
    <main id="main" tabIndex={-1} className="page max-w-4xl py-6 outline-none">
      <a className="btn btn-quiet btn-small mb-4 -ml-2" href="#/account/assistants">
        <ArrowLeft size={15} aria-hidden />
        Assistants
      </a>
      <h1 className="title">Prepared order</h1>
      {data && !isGone(error) && <Draft draft={data} onChanged={() => void refetch()} />}
      {error && (!data || isGone(error)) && (
        <Failure error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading the order" className="mt-4 grid gap-4">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </main>
  );
}

/** What was loaded before does not count any more. */
const isGone = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 410);

function Draft(props: { readonly draft: OrderDraft; readonly onChanged: () => void }) {
  const { draft, onChanged } = props;
  if (draft.orderId !== null) return <PlacedAs orderId={draft.orderId} message="" />;
  return (
    <>
      <PreparedBy draft={draft} />
      <DraftFacts draft={draft} />
      <DraftSelections selectedData={draft.selectedData} />
      <Answers draft={draft} onChanged={onChanged} />
    </>
  );
}

function Answers(props: { readonly draft: OrderDraft; readonly onChanged: () => void }) {
  const { draftId } = props.draft;
  const config = useConfig();
  const queries = useQueryClient();
  const masked = useMaskedValues(props.draft);
  const forget = () => queries.invalidateQueries({ queryKey: ['order-drafts'] });
  const place = useMutation({
    mutationFn: () => ask(config, placeDraft, { params: { draftId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['order-history'] });
      await forget();
    },
  });
  const discard = useMutation({
    mutationFn: () => ask(config, discardDraft, { params: { draftId } }),
    onSuccess: async () => {
      await forget();
      props.onChanged();
    },
  });
  const [waits, setWaits] = useState(false);
  if (place.data) return <PlacedAs orderId={place.data.orderId} message={place.data.message} />;
  /**
   * An order of nothing but missing values is asked about, as in the checkout; a click before these
   * are counted waits for that.
   */
  const placeIt = async (): Promise<void> => {
    if (waits) return;
    setWaits(masked.isPending);
    const { data } = masked.isPending ? await masked.refetch({ cancelRefetch: false }) : masked;
    setWaits(false);
    const wholly = (data?.quality ?? [])
      .filter(({ values, masked: count }) => values > 0 && count === values)
      .map(({ datastream }) => datastream);
    const isSure =
      wholly.length === 0 ||
      (await confirm({
        title: 'Every value is masked',
        text: maskedWholly(wholly),
        confirmLabel: 'Place it anyway',
      }));
    if (isSure) place.mutate();
  };
  const askFirst = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Discard this order?',
      text: 'It cannot be placed afterwards. It can be prepared again.',
      confirmLabel: 'Discard',
      danger: true,
    });
    if (isSure) discard.mutate();
  };
  const failure = place.error ?? discard.error;
  return (
    <div className="mt-6 grid gap-3 border-t border-rule pt-5">
      <FormFailure text={failure ? failure.message : null} />
      <div className="flex flex-wrap gap-3">
        <Button
          look="primary"
          busy={place.isPending}
          disabled={discard.isPending}
          aria-disabled={waits || undefined} // so it gets the focus back after a question
          onClick={() => void placeIt()}
        >
          Place order
        </Button>
        <Button
          busy={discard.isPending}
          disabled={place.isPending || waits}
          onClick={() => void askFirst()}
        >
          Discard
        </Button>
      </div>
      <p className="text-sm text-ink-2">
        The files are delivered as a download. For another destination, place the order from the
        cart.
      </p>
    </div>
  );
}

function PlacedAs({ orderId, message }: { readonly orderId: number; readonly message: string }) {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => told.current?.focus(), []);
  return (
    <div
      ref={told}
      tabIndex={-1}
      role="status"
      className="mt-6 grid justify-items-start gap-3 outline-none"
    >
      <p className="title-2 flex items-center gap-2">
        <CircleCheck size={24} aria-hidden className="text-good" />
        Order number {orderId}
      </p>
      <p className="max-w-[60ch] text-ink-2">{message || 'This order was placed.'}</p>
      <a className={buttonClass({ look: 'primary' })} href={`#/account/order?orderId=${orderId}`}>
        Track Order
      </a>
    </div>
  );
}

function Failure(props: {
  readonly error: Error;
  readonly busy: boolean;
  readonly onRetry: () => void;
}) {
  const { error, busy, onRetry } = props;
  const status = error instanceof CallError ? error.status : 0;
  if (status === 401)
    return (
      <SignInPanel
        why="Only the person for whom an order was prepared can see it."
        reason="Sign in to see the order that was prepared for you."
        onSignedIn={onRetry}
      />
    );
  if (status === 404 || status === 400)
    return (
      <EmptyPanel
        title="You have no such order"
        text="It may have been prepared for another account, or the link may be incomplete."
      />
    );
  if (status === 410)
    return (
      <EmptyPanel title="This order can no longer be placed" text={error.message}>
        <a className={buttonClass()} href="#/account/assistants">
          Assistants
        </a>
      </EmptyPanel>
    );
  return (
    <div className="mt-5">
      <FailurePanel
        what="The prepared order could not be loaded."
        why={error.message}
        busy={busy}
        onRetry={onRetry}
      />
    </div>
  );
}
