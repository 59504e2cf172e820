// The variable that is shown of a datastream where none was chosen: what it is built to measure,
// never a mask.
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { mainOf } from '../quicklooks/linked.ts';
import { plottedQuery } from '../quicklooks/plots-queries.ts';

/**
 * One of `names`, the first of them where the catalogue describes none; undefined: not known yet,
 * or there are no names.
 */
export function useMainVariable(
  datastream: string,
  names: readonly string[],
  isWanted = true,
): string | undefined {
  const config = useConfig();
  const { data, isPending } = useQuery({
    ...plottedQuery(config, datastream),
    enabled: isWanted && names.length > 1,
    meta: { optional: true },
  });
  if (names.length > 1 && isPending) return undefined;
  return mainOf(data?.filter(({ varName }) => names.includes(varName)) ?? [])?.varName ?? names[0];
}
