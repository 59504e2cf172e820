// The version of this software: that of package.json (decision 1029).
import { readFileSync } from 'node:fs';

export const version = readVersion();

function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  const parsed = JSON.parse(readFileSync(file, 'utf8')) as { version: string }; // our own file
  return parsed.version;
}
