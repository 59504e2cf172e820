// The button of every screen. A link that looks like a button takes `buttonClass`.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'soft' | 'danger';

const LOOKS: Record<ButtonLook, string> = {
  plain: '',
  primary: 'btn-primary',
  quiet: 'btn-quiet',
  soft: 'btn-soft',
  danger: 'btn-danger',
};

type Shape = { readonly look?: ButtonLook; readonly icon?: boolean; readonly small?: boolean };

export const buttonClass = ({ look = 'plain', icon, small }: Shape = {}): string =>
  classNames('btn', LOOKS[look], icon && 'btn-icon', small && 'btn-small');

/**
 * `icon`: holds only a symbol, so it needs an aria-label. `busy`: shows work and takes no second
 * press.
 */
export function Button({
  look,
  icon,
  small,
  busy = false,
  className,
  disabled,
  children,
  ...rest
}: ComponentProps<'button'> & Shape & { readonly busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || rest['aria-busy']}
      className={classNames(
        buttonClass({
          ...(look ? { look } : {}),
          ...(icon ? { icon } : {}),
          ...(small ? { small } : {}),
        }),
        className,
      )}
    >
      {busy && <SmallSpinner />}
      {children}
    </button>
  );
}

const SmallSpinner = () => (
  <span
    aria-hidden
    className="size-4 animate-[turn_0.8s_linear_infinite] rounded-full border-2 border-current border-r-transparent"
  />
);
