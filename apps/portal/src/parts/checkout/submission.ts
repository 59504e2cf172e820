// One submission of an order: rules, questions, session, the call. A repeat carries the same key
// and is the same order.
import { createOrder } from '@isobar/contract/calls/order-calls.ts';
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import {
  ARE_YOU_SURE,
  type CheckedOrder,
  checkOrder,
  type Finding,
  refusals,
} from '@isobar/contract/orders/check.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import {
  type OrderedSelection,
  type OrderOptions,
  orderRequestOf,
} from '../../lib/orders/request-of.ts';
import { useRouter } from '../../lib/router/provider.tsx';
import { useSessionCheck } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { askToSignIn } from '../login/ask.ts';
import { rememberRoute } from '../login/return-route.ts';
import { isSessionFailure } from '../login/session-failure.ts';
import { draftedSending, keepSending } from './draft-store.ts';

export type Submission = {
  readonly order: CheckedOrder;
  /** The ordered selections, in the order of `order.selections`. */
  readonly ordered: readonly OrderedSelection[];
  readonly options: OrderOptions;
};

/**
 * 'refused': see the findings. 'left': the person declined, or did not sign in. 'sent': see
 * `order`.
 */
export type Outcome =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'left' }
  | { readonly kind: 'sent'; readonly order: OrderCreated };

/**
 * `order` is the number once it is there, `placing` whether it is on its way (also while the person
 * signs in again); both are cleared when a new submission starts.
 */
export function useSubmission() {
  const [placing, setPlacing] = useState(false);
  const config = useConfig();
  const checkSession = useSessionCheck();
  const router = useRouter();
  const mutation = useMutation({
    mutationFn: ({ ordered, options }: Submission) => {
      const content = JSON.stringify(orderRequestOf(ordered, options, ''));
      const body = orderRequestOf(ordered, options, keyOf(content));
      return ask(config, createOrder, { body });
    },
    onSuccess: () => keepSending(null),
  });
  /** Resolves false when the sign-in is cancelled. */
  const signedIn = async (): Promise<boolean> => {
    const { person } = await checkSession();
    if (person) return true;
    rememberRoute(router.state.location.href);
    return askToSignIn('Sign in to place your order. It is sent as soon as you are signed in.');
  };
  const send = async (submission: Submission): Promise<Outcome> => {
    try {
      return { kind: 'sent', order: await mutation.mutateAsync(submission) };
    } catch (error) {
      if (isSessionFailure(error) && (await askToSignIn())) return send(submission);
      throw error;
    }
  };
  /** Throws what the session check or the call throws. */
  const submit = async (submission: Submission): Promise<Outcome> => {
    mutation.reset();
    const findings = checkOrder(submission.order);
    const refused = refusals(findings);
    if (refused.length > 0) return { kind: 'refused', findings: refused };
    if (!(await agreed(findings))) return { kind: 'left' };
    if (!(await signedIn())) return { kind: 'left' };
    setPlacing(true);
    try {
      return await send(withFilesOnly(submission));
    } finally {
      setPlacing(false);
    }
  };
  return { submit, placing, order: mutation.data };
}

/** Every question in turn, then the warnings together. */
async function agreed(findings: readonly Finding[]): Promise<boolean> {
  for (const finding of findings.filter((one) => one.kind === 'question')) {
    const proceed = finding.proceed ?? 'Proceed';
    const title = TITLES[finding.code] ?? 'Before you order';
    if (!(await confirm({ title, text: finding.message, confirmLabel: proceed }))) return false;
  }
  const warnings = findings.filter((one) => one.kind === 'warning');
  if (warnings.length === 0) return true;
  const text = [...warnings.map((warning) => warning.message), ARE_YOU_SURE].join(' ');
  return confirm({ title: 'A large order', text, confirmLabel: 'Continue' });
}

const TITLES: Partial<Record<Finding['code'], string>> = {
  'some-without-files': 'Selections without files',
  'masked-wholly': 'Every value is masked',
  'over-maximum-size': 'Held for review',
};

/** A selection without files adds nothing to an order. */
function withFilesOnly(submission: Submission): Submission {
  const { selections } = submission.order;
  return {
    ...submission,
    ordered: submission.ordered.filter((_, index) => (selections[index]?.fileCount ?? 0) > 0),
  };
}

/** An order keeps its key until its number has come, even if the page is reloaded meanwhile. */
function keyOf(content: string): string {
  const kept = draftedSending();
  if (kept?.content === content) return kept.key;
  const key = newKey();
  keepSending({ content, key });
  return key;
}

/** Not crypto.randomUUID: that exists on secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
