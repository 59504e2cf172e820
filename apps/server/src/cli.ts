// The operator's commands: isobar serve | worker | harvest | index | user | orders | doctor.
import { parseArgs } from 'node:util';
import type { Command } from './commands/command.ts';
import { COMMANDS } from './commands/commands.ts';

const USAGE = `isobar COMMAND

${Object.entries(COMMANDS)
  .map(
    ([name, command]) =>
      `  ${`${name} ${command.arguments}`.trimEnd().padEnd(46)}${command.summary}`,
  )
  .join('\n')}

The environment decides the rest (ISOBAR_PORT, ISOBAR_HOME, ISOBAR_ARCHIVE …): docs/operating.md.`;

const [name = 'help', ...rest] = process.argv.slice(2);
process.exitCode = await main(name, rest);

async function main(name: string, args: string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') return say(USAGE, 0);
  const command: Command | undefined = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return say(`There is no command ${name}.\n\n${USAGE}`, 2);
  try {
    const { values, positionals } = parseArgs({
      args,
      options: command.options,
      allowPositionals: true,
    });
    return await command.run({ values, positionals });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const expected = error.name === 'Problem' || 'code' in error;
    return say(expected ? error.message : (error.stack ?? error.message), 1);
  }
}

function say(text: string, code: number): number {
  (code === 0 ? console.log : console.error)(text);
  return code;
}
