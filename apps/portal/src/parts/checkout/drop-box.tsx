// Delivery to a drop box: only up to 1 GB, and only once the person's account is linked.
import { isDropBoxLinked } from '@isobar/contract/calls/drop-box-calls.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { useSessionCheck } from '../../lib/session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { askToSignIn } from '../login/ask.ts';

export function DropBoxChoice(props: {
  readonly checked: boolean;
  /** Why the order is too large for it; null: it fits. */
  readonly tooLarge: string | null;
  readonly onChange: (on: boolean) => void;
}) {
  const { checked, tooLarge, onChange } = props;
  const link = useLinkCheck();
  useEffect(() => {
    if (tooLarge && checked) onChange(false);
  }, [tooLarge, checked, onChange]);
  const why = tooLarge ?? (link.error ? UNCHECKED : link.data === 'none here' ? NONE_HERE : null);
  const choose = async (on: boolean): Promise<void> => {
    link.reset();
    if (!on) onChange(false);
    else if ((await link.mutateAsync().catch(() => null)) === 'linked') onChange(true);
  };
  return (
    <div title={tooLarge ?? undefined}>
      <Checkbox
        checked={checked}
        disabled={tooLarge !== null || link.isPending}
        onChange={(on) => void choose(on)}
      >
        Drop Box
      </Checkbox>
      <span aria-live="polite" className="ml-2 text-sm text-ink-2">
        {link.isPending ? 'Checking whether your account is linked…' : why}
      </span>
    </div>
  );
}

/** Whether the account is linked; if it is not, the person is first led to link it. */
function useLinkCheck() {
  const config = useConfig();
  const checkSession = useSessionCheck();
  return useMutation({
    mutationFn: async (): Promise<'linked' | 'not linked' | 'none here'> => {
      let { person } = await checkSession();
      if (!person) {
        if (!(await askToSignIn('Sign in to use your Drop Box.'))) return 'not linked';
        ({ person } = await checkSession());
      }
      if (!person) return 'not linked';
      const { personId } = person;
      const look = () => ask(config, isDropBoxLinked, { params: { personId } });
      const { data, linkUrl } = await look();
      if (data) return 'linked';
      if (linkUrl === undefined) return 'none here';
      return (await leadToLink(linkUrl)) && (await look()).data ? 'linked' : 'not linked';
    },
  });
}

const leadToLink = (linkUrl: string): Promise<boolean> =>
  confirm({
    title: 'Link your Drop Box account',
    text: (
      <p>
        Your account here is not linked to a Drop Box account yet.{' '}
        <a className="link" href={linkUrl} target="_blank" rel="noreferrer">
          Link it in a new tab
        </a>
        , then come back.
      </p>
    ),
    confirmLabel: 'I have linked it',
  });

const NONE_HERE = 'Not available at this archive.';
const UNCHECKED = 'The link to your account could not be checked. Try again.';
