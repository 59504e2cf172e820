// A copy of the project for mutated sources: its own packages are found in the copy, libraries
// where they are installed.
import { execFileSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const OWN_SCOPE = '@isobar';

/** Removed when this process ends. `write` exchanges sources, `restore` brings all of them back. */
export function sandbox(root) {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-mutants-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  copyFiles(root, folder);
  linkLibraries(root, folder);
  const changed = new Set();
  return {
    folder,
    write(path, text) {
      changed.add(path);
      writeFileSync(join(folder, path), text);
    },
    restore() {
      for (const path of changed) writeFileSync(join(folder, path), readFileSync(join(root, path)));
      changed.clear();
    },
  };
}

function copyFiles(root, folder) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e8 };
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], options);
  const made = new Set();
  for (const path of new Set(listed.split('\0').filter(Boolean))) {
    if (!existsSync(join(root, path))) continue;
    const to = join(folder, path);
    if (!made.has(dirname(to))) mkdirSync(dirname(to), { recursive: true });
    made.add(dirname(to));
    copyFileSync(join(root, path), to, constants.COPYFILE_FICLONE);
  }
  const built = 'apps/portal/dist';
  if (existsSync(join(root, built))) symlinkSync(join(root, built), join(folder, built));
}

function linkLibraries(root, folder) {
  mkdirSync(join(folder, 'node_modules', OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== OWN_SCOPE)
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const kind of ['packages', 'apps'])
    for (const name of readdirSync(join(root, kind))) {
      if (!existsSync(join(root, kind, name, 'package.json'))) continue;
      symlinkSync(join(folder, kind, name), join(folder, 'node_modules', OWN_SCOPE, name));
      const own = join(root, kind, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(folder, kind, name, 'node_modules'));
    }
}
