// Makes an order citable after asking: its page is public and stays for good.
import { citeOrderCall } from '@isobar/contract/calls/citable-calls.ts';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.tsx';

export function useCite(orderId: number): () => Promise<void> {
  const config = useConfig();
  return async () => {
    const agreed = await confirm({
      title: `Make order ${orderId} citable?`,
      text: 'The citable page shows everyone what was ordered, the files with their checksums, the recipe and the present quality reports. It is permanent, even after the delivery has expired, and does not show who ordered it.',
      confirmLabel: 'Make it citable',
    });
    if (!agreed) return;
    try {
      const cited = await ask(config, citeOrderCall, { query: { orderId } });
      const page = new URL(cited.url).pathname;
      toast({
        title: `Order ${orderId} can be cited`,
        text: cited.doi ?? `The citable page has a persistent address: ${cited.url}`,
        link: { label: 'Open the citable page', href: page },
      });
    } catch (error) {
      const text = error instanceof CallError ? { text: error.message } : {};
      toast({ title: 'The order could not be made citable.', kind: 'problem', ...text });
    }
  };
}
