// What operators did, in words: on these pages and by command. Pure.

const WORDS: Readonly<Record<string, string>> = {
  'order.approve': 'Order approved',
  'order.deny': 'Order refused',
  'order.pause': 'Order paused',
  'order.resume': 'Order resumed',
  'order.cancel': 'Order cancelled',
  'order.retry': 'Order started again',
  'person.add': 'Person added',
  'person.role': 'Role set',
  'person.operator': 'Made operator',
  'person.no-role': 'Roles removed',
  'person.sign-out': 'Signed out everywhere',
  'person.signout': 'Signed out everywhere',
  'person.token': 'Access token made',
  'person.revoke-token': 'Access token ended',
  'person.expire': 'Account expired',
  'person.renew': 'Expiry lifted',
  'person.rename': 'User name changed',
  'person.address': 'Email changed',
  'person.password': 'Password set',
  'person.beta': 'Beta feature given',
  'person.no-beta': 'Beta feature withdrawn',
  'support.answer': 'Message answered',
  'support.close': 'Message closed',
  'table.save': 'Table saved',
  'table.replace': 'Table replaced',
  'table.restore': 'Table restored',
  maintenance: 'Maintenance message changed',
  'index.rebuild': 'Search index rebuilt',
  'words.forget': 'Counts of words reset',
  'words.learning': 'Learning from usage switched',
};

/** Codes without words here are shown as they are. */
export const actWords = (action: string): string => WORDS[action] ?? action;
