// Web hooks: which addresses may be notified that an order is done. The same rules in the checkout
// and on the server. Pure.

type Address = Record<'protocol' | 'username' | 'password' | 'hash' | 'host' | 'hostname', string>;
/** Both browsers and Node have it. */
declare const URL: { canParse(text: string): boolean; new (text: string): Address };

/** What an operator allows. */
export type HookRules = {
  /**
   * 'hooks.example.org', with its port if that is not the usual one; '*.example.org': any name
   * below it.
   */
  readonly hosts: readonly string[];
  /** Whether plain http will do. */
  readonly http: boolean;
};

export const LONGEST_HOOK = 500;
export const NO_HOOKS = 'Web hooks are not set up at this archive.';

/** Why this address cannot be used, in words for the person who typed it; null: it can. */
export function hookProblem(address: string, { hosts, http }: HookRules): string | null {
  if (hosts.length === 0) return NO_HOOKS;
  if (address.trim() === '') return 'A web hook needs an address.';
  if (address.length > LONGEST_HOOK)
    return `The address of a web hook has at most ${LONGEST_HOOK} characters.`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || /\s/.test(address))
    return `The web hook is not an address of the form https://${hosts[0]?.replace('*', 'hooks')}/…`;
  if (url.protocol === 'http:' && !http) return 'The address of a web hook begins with https://.';
  if (url.username !== '' || url.password !== '')
    return 'The address of a web hook must not contain a user or a password.';
  if (address.includes('#')) return 'The address of a web hook must not contain #.';
  if (!hosts.some((allowed) => isHost(url, allowed.toLowerCase())))
    return `Web hooks may go to ${hosts.join(', ')} only.`;
  return null;
}

function isHost({ host, hostname }: Address, allowed: string): boolean {
  if (!allowed.startsWith('*.')) return host === allowed;
  return host === hostname && host.endsWith(allowed.slice(1)) && host.length >= allowed.length;
}
