// For the build: an icon is its shapes. The library also gives it names, keys and settings that
// this portal does not use, and works them out again whenever an icon is drawn.
import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/;
const MAKER = /^import createLucideIcon from .*$/m;
const LEAN = normalizePath(join(import.meta.dirname, 'lean-icon.ts'));

/** `key: "x0mq9r"` of a shape; name, size and aliases of the icon. */
const UNREAD = /, key: "\w+"|^ {2}(name|size|aliases): .*$/gm;

export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    transform(code, id) {
      if (!ICON.test(id)) return null;
      const maker = `import { createIcon as createLucideIcon } from ${JSON.stringify(LEAN)};`;
      return { code: code.replace(UNREAD, '').replace(MAKER, maker), map: null };
    },
  };
}
