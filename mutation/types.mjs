// Which mutants the compiler refuses, as `npm run check` does: a schema without its members is
// noticed wherever one of them is read.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** CPU time for the files that import a mutant's source, and those that import these. */
const MOST_MS = 3000;
/** What is left over by a change is no fault that it makes. */
const LENIENT = {
  noUnusedLocals: false,
  noUnusedParameters: false,
  allowUnreachableCode: true,
  noEmit: true,
};

/**
 * `importers`: path -> the paths that import it. Returns `refusing(mutant)`: the path of a file
 * that does not compile with the mutant, or undefined. Only the time of files that import the
 * source directly or through one other file is spent.
 */
export function compiler(root, importers) {
  const services = new Map();
  const serviceOf = (path) => {
    const workspace = path.split('/src/')[0];
    const known = services.get(workspace) ?? workspaceService(root, workspace);
    services.set(workspace, known);
    return known;
  };
  return {
    refusing(mutant) {
      const { path } = mutant;
      const text = changed(readFileSync(join(root, path), 'utf8'), mutant);
      const direct = [...(importers.get(path) ?? [])];
      const beyond = direct.flatMap((one) => [...(importers.get(one) ?? [])]);
      const began = process.cpuUsage();
      for (const file of new Set([path, ...direct, ...beyond])) {
        const service = serviceOf(file);
        if (!service.has(file)) continue;
        service.exchange(path, text);
        try {
          if (service.fails(file)) return file;
        } finally {
          service.exchange(path, undefined);
        }
        const { user, system } = process.cpuUsage(began);
        if ((user + system) / 1000 > MOST_MS) return undefined;
      }
      return undefined;
    },
  };
}

function changed(text, { location: { start, end }, replacement }) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const place = ({ line, column }) => starts[line] + column;
  return text.slice(0, place(start)) + replacement + text.slice(place(end));
}

/** A program of one workspace that is kept while single sources are exchanged. */
function workspaceService(root, workspace) {
  const config = join(root, workspace, 'tsconfig.json');
  if (!existsSync(config)) return { has: () => false };
  const { config: read } = ts.readConfigFile(config, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(read, ts.sys, dirname(config));
  const exchanged = new Map();
  const versions = new Map();
  const host = {
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => ({ ...options, ...LENIENT }),
    getScriptFileNames: () => fileNames,
    getScriptVersion: (name) => String(versions.get(name) ?? 0),
    getScriptSnapshot: (name) => {
      const text = exchanged.get(name) ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => join(root, workspace),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  };
  const service = ts.createLanguageService(host);
  const inProgram = (name) => service.getProgram()?.getSourceFile(name) !== undefined;
  return {
    has: (path) => inProgram(join(root, path)),
    exchange(path, text) {
      const name = join(root, path);
      if (text === undefined) exchanged.delete(name);
      else exchanged.set(name, text);
      versions.set(name, (versions.get(name) ?? 0) + 1);
    },
    fails: (path) =>
      service.getSyntacticDiagnostics(join(root, path)).length > 0 ||
      service
        .getSemanticDiagnostics(join(root, path))
        .some(({ category }) => category === ts.DiagnosticCategory.Error),
  };
}
