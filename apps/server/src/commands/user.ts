// isobar user add | password | signout | token | expire | renew | rename | address | role | beta |
// list: the accounts of an installation.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BETA_FEATURES } from '@isobar/contract/accounts/beta-features.ts';
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatDay, parseDay } from '@isobar/contract/time.ts';
import { betaFeaturesOf, setBeta } from '../core/accounts/beta-features.ts';
import { checkedEmail, checkedUserName } from '../core/accounts/names.ts';
import {
  addPerson,
  expirePerson,
  listPeople,
  renamePerson,
  renewAccessToken,
  requirePerson,
  setPassword,
  signOutEverywhere,
} from '../core/accounts/people.ts';
import { giveRole, rolesOf } from '../core/accounts/roles.ts';
import { COMMAND_LINE, noteAct, subjectOf } from '../core/audit/audit.ts';
import type { Store } from '../store/open.ts';
import { type Command, type CommandInput, text, withAdapters } from './command.ts';
import { USAGE } from './usage.ts';

type Action = (db: Store['db'], name: string, input: CommandInput) => Promise<string>;

const ACTIONS: Readonly<Record<string, Action>> = {
  add: async (db, name, input) => {
    const email = text(input, 'email');
    if (!email) throw new Problem('bad-request', 'An e-mail address is needed: --email ADDRESS.');
    const [nameFirst = name, ...last] = (text(input, 'name') ?? name).split(' ');
    const password = await askPassword();
    const person = { userName: name, email, nameFirst, nameLast: last.join(' '), password };
    return `${name} can sign in now. Person id: ${await addPerson(db, person)}`;
  },
  password: async (db, name) => {
    await setPassword(db, name, await askPassword());
    return `${name} has a new password and is signed out everywhere.`;
  },
  signout: async (db, name) => {
    await signOutEverywhere(db, name);
    return `${name} is signed out everywhere.`;
  },
  token: async (db, name) =>
    `Access token of ${name}, shown this once: ${await renewAccessToken(db, name)}`,
  expire: async (db, name, input) => {
    const day = text(input, 'on');
    const at = day === undefined ? Math.floor(Date.now() / 1000) : parseDay(day);
    if (at === null) throw new Problem('bad-request', `${day} is no day of the form YYYY-MM-DD.`);
    await expirePerson(db, name, at);
    return `The account of ${name} expires on ${formatDay(at)}.`;
  },
  beta: async (db, name, input) => {
    const { person_id } = await requirePerson(db, name);
    const [, , feature] = input.positionals;
    if (feature === undefined) {
      const has = await betaFeaturesOf(db, person_id, PREFERENCE_APPLICATION);
      const known = BETA_FEATURES.map((one) => `${one.name}\t${one.label}`);
      return [`${name} tries ${has.join(', ') || 'no beta feature'}. There are:`, ...known].join(
        '\n',
      );
    }
    const on = input.values.off !== true;
    await setBeta(db, person_id, feature, on);
    return on ? `${name} can try ${feature} now.` : `${name} no longer has ${feature}.`;
  },
  role: async (db, name, input) => {
    const [, , role] = input.positionals;
    if (role === undefined) {
      const { person_id } = await requirePerson(db, name);
      const roles = await rolesOf(db, person_id);
      return roles.length > 0 ? `${name} is ${roles.join(', ')}.` : `${name} has no role.`;
    }
    await giveRole(db, name, role === 'none' ? null : role);
    return role === 'none' ? `${name} has no role any more.` : `${name} is ${role} now.`;
  },
  renew: async (db, name) => {
    await expirePerson(db, name, null);
    return `The account of ${name} does not expire.`;
  },
  rename: async (db, name, input) => {
    const userName = checkedUserName(newName(input, 'user name'));
    await renamePerson(db, (await requirePerson(db, name)).person_id, { userName });
    return `The user name of ${name} is ${userName} now.`;
  },
  address: async (db, name, input) => {
    const email = checkedEmail(newName(input, 'address'));
    await renamePerson(db, (await requirePerson(db, name)).person_id, { email });
    return `The address of ${name} is ${email} now.`;
  },
};

/** They only show what there is when no role or feature is given. */
const READ_OR_CHANGED = ['role', 'beta'];
/**
 * What follows the name is the note in the operators' log: the role, the feature or the new user
 * name, and never an address.
 */
const NOTED = [...READ_OR_CHANGED, 'rename'];

function newName({ positionals: [, , name] }: CommandInput, what: string): string {
  if (name === undefined) throw new Problem('bad-request', `The new ${what} is missing.`);
  return name;
}

export const user: Command = {
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    on: { type: 'string' },
    off: { type: 'boolean' },
  },
  run: (input) =>
    withAdapters(async ({ adapters }) => {
      const [action = '', name] = input.positionals;
      const { db } = adapters.store;
      if (action === 'list') {
        for (const p of await listPeople(db))
          console.log(`${p.user_name}\t${p.email}\t${p.name_first} ${p.name_last}\t${p.person_id}`);
        return 0;
      }
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      if (!act || !name)
        throw new Problem('bad-request', `isobar user ${USAGE.user.arguments} — which, and who?`);
      const known = action === 'add' ? null : await requirePerson(db, name);
      console.log(await act(db, name, input));
      const note = NOTED.includes(action) ? (input.positionals[2] ?? '') : '';
      if (READ_OR_CHANGED.includes(action) && note === '') return 0;
      const noted = input.values.off === true ? `person.no-${action}` : `person.${action}`;
      const person = known ?? (await requirePerson(db, name));
      await noteAct(db, COMMAND_LINE, { action: noted, ...subjectOf(person), note });
      return 0;
    }),
};

/** From the keyboard without echo, or the first line of standard input. */
async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const keyboard = process.stdin.isTTY;
  const lines = createInterface({ input: process.stdin, output: silent, terminal: keyboard });
  try {
    if (keyboard) process.stderr.write('Password: ');
    const { value } = await lines[Symbol.asyncIterator]().next();
    if (keyboard) process.stderr.write('\n');
    if (!value) throw new Problem('bad-request', 'A password is needed on standard input.');
    return value;
  } finally {
    lines.close();
  }
}
