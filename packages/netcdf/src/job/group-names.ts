// Names in groups: what a name means inside one, and what it becomes in an output, which has no
// groups; pure.

/** `name` in the group of `owner` ("radar/power", "gate" -> "radar/gate"). */
export function besides(owner: string, name: string): string {
  return `${owner.slice(0, owner.lastIndexOf('/') + 1)}${name}`;
}

/** The name without its groups. */
export function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/**
 * The variable that `name` means to `owner`: in its group, else in the nearest group around it;
 * undefined when there is none.
 */
export function resolveName(
  owner: string,
  name: string,
  isKnown: (name: string) => boolean,
): string | undefined {
  if (name.startsWith('/')) return isKnown(name.slice(1)) ? name.slice(1) : undefined;
  const groups = owner.split('/').slice(0, -1);
  for (let depth = groups.length; depth >= 0; depth--) {
    const full = [...groups.slice(0, depth), name].join('/');
    if (isKnown(full)) return full;
  }
  return undefined;
}

const withoutGroup = (name: string): string => name.replaceAll('/', '_');

/**
 * Names without groups, no two alike: "radar/power" becomes "radar_power", or "radar_power_2" where
 * that is another's. `spelled`: further changes of a name; `reserved`: names that none becomes.
 */
export function flatNames(
  names: Iterable<string>,
  spelled: (name: string) => string = withoutGroup,
  reserved: Iterable<string> = [],
): Map<string, string> {
  const all = [...new Set(names)];
  const flat = new Map<string, string>();
  const taken = new Set<string>(reserved);
  // Those that are fine keep theirs, whatever stands before them.
  for (const isChanged of [false, true]) {
    for (const name of all) {
      const joined = spelled(name);
      if ((joined !== name) !== isChanged) continue;
      let free = joined;
      for (let n = 2; taken.has(free); n++) free = `${joined}_${n}`;
      taken.add(free);
      flat.set(name, free);
    }
  }
  return flat;
}

/** Variables that are named one by one when groups are gone. */
const MOST_NAMED = 5;

/**
 * A note on how variables that were in groups are called now, for the person who looks for them;
 * empty if there were no groups.
 */
export function flattenedInWords(
  variables: Iterable<string>,
  names: ReadonlyMap<string, string>,
): string[] {
  const moved = [...variables].filter((name) => name.includes('/'));
  if (moved.length === 0) return [];
  const told = moved.slice(0, MOST_NAMED).map((name) => `${name} is ${names.get(name) ?? name}`);
  const more = moved.length > MOST_NAMED ? `, and so on for ${moved.length - MOST_NAMED} more` : '';
  return [
    `groups of the source are joined to the names of their variables: ${told.join(', ')}${more}`,
  ];
}
