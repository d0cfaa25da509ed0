import type { Dimension } from '../dimension.ts'
import { baseUs, configSql, cost, versionColumns } from '../flag-rows.ts'
import { idOf, insertMany } from '../insert.ts'

export const versions: Dimension = {
  name: 'versions',
  title: 'Versions of the flag that changes',
  sizes: [1, 1_000, 100_000],
  fill: (connection, { flag, environment }, size) =>
    insertMany(
      connection,
      versionColumns,
      // The first one was made with the flag.
      [2, size],
      `${idOf('fv_changing', 'i')}, '${flag.id}', '${environment.id}', i, ${configSql('i')}, 'key_bench', null, ${baseUs} + i, ${cost}`,
    ),
  list: ({ flag }) => `${flag.path}/versions`,
}
