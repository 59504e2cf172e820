// What a person reads after a message went to the support desk.
import { CircleCheck } from 'lucide-react';

export const Sent = ({ number }: { readonly number: string }) => (
  <div role="status" className="flex items-start gap-3">
    <CircleCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-accent" />
    <div className="grid gap-2">
      <p>
        Thank you for your message. You will receive an email with a link to your ticket, where you
        can see how it stands.
      </p>
      <p>
        Your support reference number is: <strong className="font-mono">{number}</strong>
      </p>
    </div>
  </div>
);
