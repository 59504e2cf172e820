// What notebooks ask first of a cluster: which indexes there are, by their other names, their
// fields and their settings.
import type { Add } from './cluster-adder.ts';
import type { Finder } from './cluster-names.ts';
import { settingsOf } from './cluster-state.ts';
import { describeIndexes } from './index-description.ts';
import { mappingReply } from './mapping-reply.ts';
import type { Served } from './scroll.ts';

type Params = Readonly<Record<string, string>>;

/**
 * `GET _alias`, `_mapping` and their like over all indexes, or over those that a name or pattern
 * means.
 */
export function addListing(add: Add, served: readonly Served[], find: Finder): void {
  const named = ({ index }: Params) => (index === undefined ? served : find.all(index));
  const aliases = ({ params }: { readonly params: Params }) =>
    Object.fromEntries(named(params).map(({ name }) => [name, { aliases: {} }]));
  const summary = 'The indexes and their aliases';
  for (const path of ['/_alias', '/_aliases', '/_all/_alias', '/:index/_alias'])
    add(['GET'], path, summary, aliases);
  // An index takes every address below its own name before `/:index` is matched, so it needs this
  // route by name; its own mapping call is there already.
  for (const { name } of served)
    add(['GET'], `/${name}/_alias`, summary, () => aliases({ params: { index: name } }));
  for (const path of ['/_mapping', '/_all/_mapping', '/:index/_mapping'])
    add(['GET'], path, 'The fields of the indexes', async ({ params }) => {
      const told: object[] = [];
      for (const { index, name } of named(params)) told.push(await mappingReply(index, name));
      return Object.assign({}, ...told);
    });
  for (const path of ['/_settings', '/_all/_settings', '/:index/_settings'])
    add(['GET'], path, 'The settings of the indexes', async ({ params }) =>
      Object.assign({}, ...named(params).map(({ name }) => settingsOf(name))),
    );
  add(['GET'], '/_all', 'Describes all indexes', ({ query }) => describeIndexes(served, query));
}
