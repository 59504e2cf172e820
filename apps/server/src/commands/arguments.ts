// What an operator typed after a command's name, checked against what the command takes.
import { parseArgs } from 'node:util';
import type { Command, CommandInput } from './command.ts';

/** What the command was given, or what is wrong with it in one line. */
export function parsedArguments(
  command: Pick<Command, 'arguments' | 'options'>,
  args: string[],
): CommandInput | string {
  try {
    const { options } = command;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const extra = positionals[wordsOf(command.arguments)];
    return extra === undefined ? { values, positionals } : `Nothing is done with ${extra}.`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message.split('. ')[0] ?? error.message; // the rest tells of positional arguments
  }
}

/** How many words a usage takes beside its options, which stand in brackets. */
const wordsOf = (usage: string): number =>
  usage
    .replaceAll(/\[[^\]]*\]/g, '')
    .split(' ')
    .filter((word) => /^[a-zA-Z]/.test(word)).length;
