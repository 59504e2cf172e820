// A checkbox with its label; also the half-checked state, and a switch.
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'children'> & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Text beside it; without one, pass aria-label. */
  readonly children?: ReactNode;
};

/** `indeterminate`: some, but not all, of what it stands for is chosen. */
export function Checkbox({
  indeterminate = false,
  onChange,
  children,
  className,
  ...rest
}: Props & { readonly indeterminate?: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <Labelled className={className} label={children}>
      {(id) => (
        <input
          id={id}
          {...rest}
          ref={ref}
          type="checkbox"
          className="tick"
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </Labelled>
  );
}

export function Switch({ onChange, children, className, ...rest }: Props) {
  return (
    <Labelled className={className} label={children}>
      {(id) => (
        <input
          id={id}
          {...rest}
          type="checkbox"
          role="switch"
          aria-checked={rest.checked}
          className="switch"
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </Labelled>
  );
}

function Labelled(props: {
  readonly label: ReactNode;
  readonly className: string | undefined;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  if (props.label === undefined) return props.children(id);
  return (
    <label
      htmlFor={id}
      className={classNames('inline-flex min-h-[28px] items-center gap-2.5', props.className)}
    >
      {props.children(id)}
      <span>{props.label}</span>
    </label>
  );
}
