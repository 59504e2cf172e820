// The message to the support desk: its fields, what is wrong with them, and sending it (part 3
// sections 4 and 5).
import { fileIncidentCall } from '@isobar/contract/calls/support.ts';
import {
  incidentOf,
  LONGEST,
  type SupportField,
  supportProblems,
  type SupportForm as Texts,
} from '@isobar/contract/support/incident.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Captcha } from './captcha.tsx';
import { contextHere, contextText } from './context-here.ts';
import { useProof } from './proof.ts';

type Problems = Partial<Record<SupportField, string>>;

/** `onSent` receives the reference number. `onCancel` absent: there is nothing to go back to. */
export function SupportForm(props: {
  readonly onSent: (number: string) => void;
  readonly onCancel?: () => void;
}) {
  const config = useConfig();
  const { archiveName, contact, version } = config;
  const { person } = useSession();
  const { proof, begin, reset } = useProof();
  const [problems, setProblems] = useState<Problems>({});
  const [attached, setAttached] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [context] = useState(() => contextHere(version));
  const send = useMutation({
    mutationFn: (texts: Texts) =>
      ask(config, fileIncidentCall, {
        body: incidentOf(
          texts,
          proof.state === 'verified' ? proof.payload : '',
          attached ? context : undefined,
        ),
      }),
    onSuccess: ({ result }) => props.onSent(result.number),
    onError: reset, // a solution is good once
  });
  useKnown(form, { name: person?.displayName, email: person?.email });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const texts = textsOf(event.currentTarget);
    const found = supportProblems(texts);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else send.mutate(texts);
  };
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={submit}>
      <p className="text-ink-2">
        Questions about the {archiveName} archive, its data or an order are answered by people. Tell
        us the datastream or the order number, and what you expected.
      </p>
      <Fields problems={problems} />
      <div className="grid gap-1">
        <Checkbox checked={attached} onChange={setAttached}>
          Attach the page I am on, so that you can see the same
        </Checkbox>
        <p className="pl-7 text-sm break-words text-ink-2">{contextText(context)}</p>
      </div>
      <Captcha proof={proof} onBegin={() => void begin()} onReset={reset} />
      <div role="alert">
        {send.error && (
          <p className="rounded-lg bg-danger-soft px-3 py-2">
            We're sorry, an error occurred when attempting to send your message.{' '}
            {send.error instanceof CallError && <>{send.error.message} </>}
            Your text is still here; you may also write to{' '}
            <a className="link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
            .
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {props.onCancel && <Button onClick={props.onCancel}>Cancel</Button>}
        <Button
          look="primary"
          type="submit"
          disabled={proof.state !== 'verified'}
          busy={send.isPending}
        >
          Send message
        </Button>
      </div>
    </form>
  );
}

function Fields({ problems }: { readonly problems: Problems }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Sender name"
          name="name"
          autoComplete="name"
          maxLength={LONGEST.name}
          problem={problems.name}
        />
        <TextField
          label="Sender email"
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          problem={problems.email}
        />
      </div>
      <TextField
        label="Subject"
        name="subject"
        maxLength={LONGEST.subject}
        problem={problems.subject}
      />
      <Field label="Message" problem={problems.message}>
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={7}
            className="field w-full resize-y py-2 leading-snug"
          />
        )}
      </Field>
    </>
  );
}

/**
 * Fills in the name and address of the signed-in person, which may arrive after the form is drawn;
 * never over what was typed.
 */
function useKnown(
  form: RefObject<HTMLFormElement | null>,
  { name, email }: { readonly name: string | undefined; readonly email: string | undefined },
): void {
  useEffect(() => {
    for (const [field, known] of Object.entries({ name, email })) {
      const input = form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
      if (input && known && input.value === '') input.value = known;
    }
  }, [form, name, email]);
}

function textsOf(form: HTMLFormElement): Texts {
  const values = new FormData(form);
  const text = (name: SupportField): string => String(values.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  };
}
