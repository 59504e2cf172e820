// The commands and what the usage shows of each: the one table of them, which needs no command to
// be loaded.
export interface Usage {
  /** The arguments as shown after the name. */
  readonly arguments: string;
  readonly summary: string;
}

export const USAGE = {
  serve: {
    arguments: '',
    summary: 'serves the portal and its services; runs orders too unless ISOBAR_WORKER=apart',
  },
  worker: {
    arguments: '',
    summary: 'runs orders in a process of its own, beside servers with ISOBAR_WORKER=apart',
  },
  harvest: {
    arguments:
      'DIR [--quick] [--watch [--every MINUTES]] [--checksums] [--report FILE] [--share K/N] [--inventory MANIFEST] [--changes FILE]',
    summary: 'makes a folder or s3://bucket/prefix searchable; reads only what is new',
  },
  index: {
    arguments: '[--take-over]',
    summary:
      'reloads the curated tables and rebuilds the search indexes; --take-over: also those that another store left in the cluster',
  },
  user: {
    arguments:
      'add|password|signout|token|expire|renew|rename|address|role|beta|list NAME ROLE|FEATURE|NEW',
    summary:
      'the people of this installation; passwords are asked for or read from standard input; roles: operator, none; beta: --off takes a feature away',
  },
  quality: {
    arguments: 'export|import|list FILE',
    summary:
      'exports the quality reports in force as a table, or imports such a table; importing the same again changes nothing',
  },
  quicklooks: {
    arguments: '[DATASTREAM …] [--from DAY] [--to DAY] [--variables N]',
    summary:
      'makes plots ahead: of these datastreams or of all, of these days or of the last 31 with data',
  },
  facts: {
    arguments: '[DATASTREAM …]',
    summary: 'computes the hour facts that are due: of these datastreams or of all',
  },
  series: {
    arguments: 'check DATASTREAM',
    summary: 'reads a datastream as one array: variables, what changed, notes, unreadable files',
  },
  words: {
    arguments: '[--missing] [--used] [--forget] [--learn on|off]',
    summary:
      'words that found nothing (the default), products that are used most; resets the counts, switches it on or off',
  },
  tables: {
    arguments:
      'list|check|suggest|look-up|replace|former|restore TABLE [FILE|STATE] [--into FOLDER] [--add]',
    summary:
      'the curated tables: check them, draft what they lack about your files, look up their DOIs, replace one by a file, undo that',
  },
  recommend: {
    arguments: '',
    summary:
      'works out now what to recommend to people, from what was ordered and saved; otherwise done every night',
  },
  verify: {
    arguments: '[FILE|FOLDER …] [--json]',
    summary:
      'whether files are still right: SHA256SUMS, recipe.json, a research object, a list, a script, or a folder of files; without one the standard input',
  },
  orders: {
    arguments: 'list|approve|deny|pause|resume|cancel|retry|verify NUMBER [WORDS]',
    summary:
      'lists the orders that wait, and acts on them; the words of a refusal are sent to the owner',
  },
  notice: {
    arguments: '[TEXT] [--clear]',
    summary: 'shows, sets or takes away the maintenance message',
  },
  log: {
    arguments: '',
    summary: 'what operators did, the latest first',
  },
  support: {
    arguments: 'list|show|answer|close NUMBER [TEXT]',
    summary: 'messages to the support desk: list, read, answer and close them',
  },
  backup: {
    arguments: 'DIR',
    summary:
      'copies store, tables, key and the list of deliveries into a new folder, while the server runs',
  },
  restore: {
    arguments: 'DIR [--replace]',
    summary: 'puts a backup into an unused home; --replace moves a store that is there aside',
  },
  doctor: {
    arguments: '',
    summary: 'checks configuration, store, archive, tables and search, and says what is wrong',
  },
} as const satisfies Readonly<Record<string, Usage>>;

export type CommandName = keyof typeof USAGE;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(USAGE, name);
