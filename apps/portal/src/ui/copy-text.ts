// Copies a text and says in a notice whether it worked.
import { toast } from './toast.tsx';

/** `what`: the first word of the notice, such as `Link`. */
export async function copyText(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: `${what} copied` });
  } catch {
    toast({ kind: 'problem', title: `The ${what.toLowerCase()} could not be copied.` });
  }
}
