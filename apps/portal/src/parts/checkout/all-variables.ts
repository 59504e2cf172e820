// 'Extract Requested Variables' or 'Order Specific Files' with none ticked would order all of them,
// so a question is asked.

import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { plural } from '@isobar/contract/count.ts';
import type { QueryClient } from '@tanstack/react-query';
import { confirm } from '../../ui/confirm.tsx';
import type { CartEntry } from '../cart/cart-item.ts';
import { useExtracting } from '../selection/extracting.ts';
import { knownVariables } from '../selection/variables.ts';

/** The items whose variables were to be picked, with none ticked. */
export function undecided(items: readonly CartEntry[]): readonly CartEntry[] {
  const { names } = useExtracting.getState();
  return items.filter(
    ({ selection }) =>
      !isRawLevel(selection.dataLevel) &&
      selection.variables.length === 0 &&
      names.includes(selection.datastream),
  );
}

/** True when the person confirms for each item that all variables are meant. */
export async function allVariablesMeant(
  items: readonly CartEntry[],
  client: QueryClient,
): Promise<boolean> {
  for (const { title, selection } of items) {
    const count = knownVariables(client, selection.datastream)?.length;
    const all = count === undefined ? 'all variables' : `all ${plural(count, 'variable')}`;
    const yes = await confirm({
      title: `Order ${all}?`,
      text: `“Extract Requested Variables” is chosen for ${title} (${selection.datastream}), but no variable is ticked.`,
      confirmLabel: `Order ${all}`,
      cancelLabel: 'Choose variables',
    });
    if (!yes) return false;
  }
  return true;
}

/** The items of which files were to be picked, with none ticked. */
const withoutFiles = (items: readonly CartEntry[]): readonly CartEntry[] => {
  const { filesOf } = useExtracting.getState();
  return items.filter(
    ({ selection }) => selection.files.length === 0 && filesOf.includes(selection.datastream),
  );
};

/** True when the person confirms for each such item that all files are meant. */
export async function allFilesMeant(items: readonly CartEntry[]): Promise<boolean> {
  for (const { title, selection } of withoutFiles(items)) {
    const yes = await confirm({
      title: 'Order all files?',
      text: `“Order Specific Files” is chosen for ${title} (${selection.datastream}), but no file is ticked.`,
      confirmLabel: 'Order all files',
      cancelLabel: 'Choose files',
    });
    if (!yes) return false;
  }
  return true;
}
