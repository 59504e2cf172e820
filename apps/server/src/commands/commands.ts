// Every command by its name. A command is loaded only when it is called, since each needs little of
// what the others need.
import type { Command } from './command.ts';
import type { CommandName } from './usage.ts';

export const COMMANDS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  worker: async () => (await import('./worker.ts')).worker,
  harvest: async () => (await import('./harvest.ts')).harvest,
  index: async () => (await import('./reindex.ts')).index,
  user: async () => (await import('./user.ts')).user,
  quality: async () => (await import('./quality.ts')).quality,
  quicklooks: async () => (await import('./quicklooks.ts')).quicklooks,
  facts: async () => (await import('./facts.ts')).facts,
  series: async () => (await import('./series.ts')).series,
  words: async () => (await import('./words.ts')).words,
  tables: async () => (await import('./tables.ts')).tables,
  recommend: async () => (await import('./recommend.ts')).recommend,
  verify: async () => (await import('./verify.ts')).verify,
  orders: async () => (await import('./orders.ts')).orders,
  notice: async () => (await import('./notice.ts')).notice,
  log: async () => (await import('./log.ts')).log,
  support: async () => (await import('./support.ts')).support,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  doctor: async () => (await import('./doctor.ts')).doctor,
};
