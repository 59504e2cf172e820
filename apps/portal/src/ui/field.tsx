// A labelled text field with its hint and its problem, tied together for screen readers.
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { Button } from './button.tsx';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The problem with its value; undefined: none. */
  readonly problem?: string | undefined;
};

export function TextField({ label, hint, problem, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <input {...rest} {...described(id, hint, problem)} className="field w-full" />
      <Told id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** A password, which can be made visible while it is typed. */
export function PasswordField({ label, hint, problem, ...rest }: Omit<FieldProps, 'type'>) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <span className="flex gap-1">
        <input
          {...rest}
          {...described(id, hint, problem)}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className="field min-w-0 flex-1"
        />
        <Button
          look="quiet"
          icon
          aria-label={`${shown ? 'Hide' : 'Show'}: ${label}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
        </Button>
      </span>
      <Told id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** A password twice, so that a typo does not lock the user out; the second is called 'again'. */
export function NewPasswordFields(props: {
  /** 'New password': the second says 'New password again'. */
  readonly label: string;
  readonly name: string;
  /** The problem with the second; undefined: none. */
  readonly again: string | undefined;
}) {
  return (
    <>
      <PasswordField
        label={props.label}
        name={props.name}
        autoComplete="new-password"
        required
        minLength={8}
        hint="At least 8 characters."
      />
      <PasswordField
        label={`${props.label} again`}
        name="again"
        autoComplete="new-password"
        required
        problem={props.again}
      />
    </>
  );
}

export const UserNameField = (props: Omit<FieldProps, 'label' | 'name'>) => (
  <TextField
    {...props}
    label="User name"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    required
    maxLength={64}
  />
);

function described(id: string, hint: string | undefined, problem: string | undefined) {
  const by = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    ...(by ? { 'aria-describedby': by } : {}),
    ...(problem ? { 'aria-invalid': true } : {}),
  };
}

function Told(props: {
  readonly id: string;
  readonly hint: string | undefined;
  readonly problem: string | undefined;
}) {
  return (
    <>
      {props.hint && (
        <p id={`${props.id}-hint`} className="text-sm text-ink-2">
          {props.hint}
        </p>
      )}
      {props.problem && (
        <p id={`${props.id}-problem`} className="text-sm text-danger">
          {props.problem}
        </p>
      )}
    </>
  );
}

/** Why a form was refused, read out when it appears. */
export const FormFailure = ({ text }: { readonly text: string | null }) => (
  <div role="alert">
    {text !== null && <p className="rounded-lg bg-danger-soft px-3 py-2">{text}</p>}
  </div>
);
