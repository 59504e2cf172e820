// Every command by its name.
import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { harvest } from './harvest.ts';
import { orders } from './orders.ts';
import { index } from './reindex.ts';
import { serve } from './serve.ts';
import { user } from './user.ts';
import { worker } from './worker.ts';

export const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  worker,
  harvest,
  index,
  user,
  orders,
  doctor,
};
