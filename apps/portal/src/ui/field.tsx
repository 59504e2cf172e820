// A labelled field with its hint and its problem, tied together for screen readers.
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';

/** What ties a control to its label, its hint and its problem. */
type Control = {
  readonly id: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
};

type Explained = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The problem with its value; undefined: none. */
  readonly problem?: string | undefined;
};

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & Explained;

/**
 * A control of any kind with its label above and its hint and problem below; `children` draws it
 * with what it is given.
 */
export function Field(props: Explained & { readonly children: (control: Control) => ReactNode }) {
  const { label, hint, problem, children } = props;
  const id = useId();
  const by = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      {children({
        id,
        ...(by ? { 'aria-describedby': by } : {}),
        ...(problem ? { 'aria-invalid': true } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

export const TextField = ({ label, hint, problem, ...rest }: FieldProps) => (
  <Field label={label} hint={hint} problem={problem}>
    {(control) => <input {...rest} {...control} className="field w-full" />}
  </Field>
);

/** A password, which can be made visible while it is typed. */
export function PasswordField({ label, hint, problem, ...rest }: Omit<FieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <span className="flex gap-1">
          <input
            {...rest}
            {...control}
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
      )}
    </Field>
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

/** Names of accounts and addresses, which no browser should correct or begin with a capital. */
const VERBATIM = { autoCapitalize: 'none', spellCheck: false, required: true } as const;

/** What the owner of an account types to be found. */
export const AccountField = (props: Omit<FieldProps, 'name'>) => (
  <TextField {...VERBATIM} name="username" autoComplete="username" {...props} />
);

/** The name of an account as it is, or will be, kept. */
export const UserNameField = (props: Omit<FieldProps, 'label' | 'name'>) => (
  <AccountField label="User name" maxLength={64} {...props} />
);

export const EmailField = (props: Omit<FieldProps, 'label' | 'name'>) => (
  <TextField
    {...VERBATIM}
    label="Email address"
    name="email"
    type="email"
    autoComplete="email"
    {...props}
  />
);

/** Why a form was refused, read out when it appears. */
export const FormFailure = ({ text }: { readonly text: string | null }) => (
  <div role="alert">
    {text !== null && <p className="rounded-lg bg-danger-soft px-3 py-2">{text}</p>}
  </div>
);
