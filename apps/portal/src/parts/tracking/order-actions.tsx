// Cancel and retry, where the server offers them.
import { cancelOrderCall, retryOrderCall } from '@isobar/contract/calls/order-calls.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.tsx';
import { statusKey } from './use-order-status.ts';

type Action = 'cancel' | 'retry';

export function OrderActions(props: {
  readonly orderId: number;
  readonly actions: readonly Action[];
}) {
  const { orderId, actions } = props;
  const act = useAct(orderId);
  if (actions.length === 0) return null;
  const cancel = async (): Promise<void> => {
    const sure = await confirm({
      title: `Cancel order ${orderId}`,
      text: 'Processing stops and nothing is delivered. You can start it again later.',
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep order',
      danger: true,
    });
    if (sure) act.mutate('cancel');
  };
  return (
    <div className="flex flex-wrap gap-2">
      {actions.includes('retry') && (
        <Button busy={act.isPending} onClick={() => act.mutate('retry')}>
          <RotateCcw size={15} aria-hidden />
          Retry
        </Button>
      )}
      {actions.includes('cancel') && (
        <Button look="danger" busy={act.isPending} onClick={() => void cancel()}>
          Cancel order
        </Button>
      )}
    </div>
  );
}

const CALLS = { cancel: cancelOrderCall, retry: retryOrderCall } as const;

function useAct(orderId: number) {
  const config = useConfig();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: Action) => ask(config, CALLS[action], { query: { orderId } }),
    onError: (error) =>
      toast({
        title: 'The order could not be changed.',
        kind: 'problem',
        ...(error instanceof CallError ? { text: error.message } : {}),
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: statusKey(orderId) }),
        client.invalidateQueries({ queryKey: ['order-history'] }),
      ]),
  });
}
