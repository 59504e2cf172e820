// The operator's commands: isobar serve | worker | harvest | index | tables | user | orders |
// backup | restore | doctor.
import { parsedArguments } from './commands/arguments.ts';
import { COMMANDS } from './commands/commands.ts';
import { failureText } from './commands/failure.ts';
import { isCommand, USAGE, type Usage } from './commands/usage.ts';
import { steadyMemory } from './platform/threads/steady-memory.ts';

// If the reader of the output is gone, or the disk is full, output is lost, and nothing worse
// happens.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const NAME_WIDTH = 34;
/** Commands that run until they are stopped. */
const LASTING = ['serve', 'worker'];

const [name = 'help', ...rest] = process.argv.slice(2);
// A harvest may be of millions of files, or go on for months beside a server.
if (LASTING.includes(name) || name === 'harvest') steadyMemory({ sparing: name === 'harvest' });
const code = await main(name, rest);
process.exitCode = code;
// Commands that failed or served may have left threads or connections behind that never end: a
// client that does not read holds one for a minute. Whatever was acknowledged is on disk.
if (code !== 0 || LASTING.includes(name)) process.exit();

async function main(name: string, args: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return say(allUsage(), 0);
  if (!isCommand(name)) return say(`There is no command ${name}.\n\n${allUsage()}`, 2);
  const shown = USAGE[name];
  const usage = `isobar ${name} ${shown.arguments}`.trimEnd();
  if (args.includes('--help') || args.includes('-h')) return say(`${usage}\n\n${shown.summary}`, 0);
  const command = await COMMANDS[name]();
  const parsed = parsedArguments({ ...shown, ...command }, args);
  if (typeof parsed === 'string') return say(`${parsed}\n\n${usage}`, 2);
  try {
    return await command.run(parsed);
  } catch (error) {
    return say(failureText(error), 1);
  }
}

function allUsage(): string {
  const lines = Object.entries(USAGE).map(([name, shown]) => usageLine(name, shown));
  return `isobar COMMAND

${lines.join('\n')}

isobar COMMAND --help shows one of them. The environment decides the rest (ISOBAR_PORT, ISOBAR_HOME,
ISOBAR_ARCHIVE …): docs/operating.md.`;
}

function usageLine(name: string, shown: Usage): string {
  const left = `  ${`${name} ${shown.arguments}`.trimEnd()}`;
  const gap = left.length < NAME_WIDTH ? ' '.repeat(NAME_WIDTH - left.length) : '\n    ';
  return `${left}${gap}${shown.summary}`;
}

function say(text: string, code: number): number {
  (code === 0 ? console.log : console.error)(text);
  return code;
}
