// Sites at which users sign in, as the operator writes them into ISOBAR_SIGN_IN: a JSON list, one
// entry a site.
import { domainToASCII } from 'node:url';
import * as z from 'zod';

const issuer = z
  .string()
  .refine(isIssuer, 'must be an https address, such as https://id.example.org');

const site = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{1,30}$/, 'must be small letters and digits'),
  label: z.string().min(1).max(60),
  issuer,
  clientId: z.string().min(1).max(500),
  /** Absent: a public client, proven by PKCE alone. */
  clientSecret: z.string().min(1).max(1000).optional(),
  scope: z
    .string()
    .regex(/(^| )openid( |$)/, 'must have openid in it')
    .default('openid email profile'),
  /** Name of the claim that is the person's id here; absent: one is made up. */
  personId: z.string().min(1).max(100).optional(),
  /** Which values of a claim give which role. */
  roles: z
    .strictObject({
      claim: z.string().min(1).max(100),
      values: z.record(z.string().min(1).max(200), z.string().min(1).max(50)),
      /** Days after the last sign-in for which the roles stay. */
      days: z.number().int().min(1).max(3650).default(30),
    })
    .optional(),
  /**
   * True: every email address from the site counts as verified. Only for a site that verifies them.
   */
  trustEmail: z.boolean().default(false),
  /**
   * Domains whose addresses the site gives out itself: only there its word on an address opens an
   * account that exists.
   */
  emailDomains: z
    .array(
      z
        .string()
        .max(253)
        .transform((domain) => domainToASCII(domain.trim().toLowerCase()))
        .refine((domain) => domain.includes('.'), 'must be a domain, such as example.org'),
    )
    .max(200)
    .default([]),
  /**
   * PKCE is sent to every site; 'advertised' refuses a site that does not say that it checks it.
   */
  pkce: z.enum(['always', 'advertised']).default('always'),
});

export type SignInSiteSettings = z.output<typeof site>;

const sites = z
  .array(site)
  .max(20)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'has an id twice');

/** Reads the JSON text in the environment; the issue says what is wrong and where. */
export function signInSites(text: string, context: z.RefinementCtx): readonly SignInSiteSettings[] {
  const parsed = sites.safeParse(json(text));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues.slice(0, 5))
    context.addIssue({
      code: 'custom',
      message: `${path.join('.') || 'the whole'}: ${message}, where it should be a JSON list like [{"id": "lab", "label": "Lab account", "issuer": "https://id.example.org", "clientId": "isobar", "clientSecret": "…"}]`,
    });
  return [];
}

/** Allows http only for a site on this machine, for trying things out. */
function isIssuer(address: string): boolean {
  const url = URL.parse(address);
  if (url?.search !== '' || url.hash !== '') return false;
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && here);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
