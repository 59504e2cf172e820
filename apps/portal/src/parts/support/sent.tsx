// What a person reads after a message went to the support desk.
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** Takes the focus, since the form that had it is gone. */
export function Sent({ number }: { readonly number: string }) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div ref={said} role="status" tabIndex={-1} className="flex items-start gap-3 outline-none">
      <CircleCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <div className="grid gap-2">
        <p>
          Thank you for your message. You will receive an email with a link to your ticket, where
          you can follow its status.
        </p>
        <p>
          Your support reference number is: <strong className="font-mono">{number}</strong>
        </p>
      </div>
    </div>
  );
}
