// What a search cluster says of itself: its product and version, its health, its indexes.
import type { Served } from './scroll.ts';

/**
 * Version of the search language, which clients compare with their own; the version of this product
 * is given separately.
 */
const LANGUAGE = '8.19.0';

export const productInfo = (version: string) => ({
  name: 'isobar',
  cluster_name: 'isobar',
  cluster_uuid: 'isobar',
  version: {
    number: LANGUAGE,
    build_flavor: 'default',
    build_type: 'isobar',
    build_hash: version,
    build_snapshot: false,
    lucene_version: '9.12.0',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'You Know, for Search',
});

export const clusterHealth = (indexes: number) => ({
  cluster_name: 'isobar',
  status: 'green',
  timed_out: false,
  number_of_nodes: 1,
  number_of_data_nodes: 1,
  active_primary_shards: indexes,
  active_shards: indexes,
  relocating_shards: 0,
  initializing_shards: 0,
  unassigned_shards: 0,
  delayed_unassigned_shards: 0,
  number_of_pending_tasks: 0,
  number_of_in_flight_fetch: 0,
  task_max_waiting_in_queue_millis: 0,
  active_shards_percent_as_number: 100,
});

export const settingsOf = (name: string) => ({
  [name]: {
    settings: {
      index: {
        number_of_shards: '1',
        number_of_replicas: '0',
        'blocks.write': 'true',
        provided_name: name,
      },
    },
  },
});

type Row = Readonly<Record<string, string>>;

export async function indexRows(all: readonly Served[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, index } of all) {
    // An index that is computed for one datastream at a time has no count.
    const reply = await index
      .search(name, { size: 0, track_total_hits: true })
      .catch(() => undefined);
    rows.push({
      health: 'green',
      status: 'open',
      index: name,
      uuid: name,
      pri: '1',
      rep: '0',
      'docs.count': String(reply?.hits.total?.value ?? ''),
      'docs.deleted': '0',
      'store.size': '',
      'pri.store.size': '',
    });
  }
  return rows;
}

export const healthRows = (indexes: number): Row[] => [
  {
    cluster: 'isobar',
    status: 'green',
    'node.total': '1',
    'node.data': '1',
    shards: String(indexes),
    pri: String(indexes),
  },
];

export const countRows = (documents: number): Row[] => [{ count: String(documents) }];

/** A table as `_cat` gives it: JSON, or aligned text. `h` names the columns, `v` shows them. */
export function catReply(rows: readonly Row[], query: Readonly<Record<string, unknown>>) {
  const columns = typeof query.h === 'string' ? query.h.split(',') : Object.keys(rows[0] ?? {});
  const shown = columns.filter((column) => rows.some((row) => Object.hasOwn(row, column)));
  const cells = rows.map((row) => shown.map((column) => row[column] ?? ''));
  if (query.format === 'json')
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(
        rows.map((row) => Object.fromEntries(shown.map((column) => [column, row[column] ?? '']))),
      ),
    };
  const isHeaded = query.v !== undefined && query.v !== 'false';
  const lines = isHeaded ? [shown, ...cells] : cells;
  const widths = shown.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(' ')
      .trimEnd(),
  );
  return { type: 'text/plain; charset=utf-8', body: text.map((line) => `${line}\n`).join('') };
}
