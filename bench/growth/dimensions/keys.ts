import type { Dimension } from '../dimension.ts'
import { fillKeys, secretOf } from '../key-rows.ts'

/** Across all of them. */
const askers = 10_000

export const keys: Dimension = {
  name: 'keys',
  title: `Keys of an environment; up to ${askers.toLocaleString('en')} of them ask`,
  sizes: [1, 1_000, 100_000],
  fill: (connection, { orgId, environment }, size) => fillKeys(connection, orgId, size, () => environment.id),
  questions: ({ flag }, size) =>
    Array.from({ length: Math.min(askers, size) }, (_, at) => ({
      key: secretOf(1 + at * Math.ceil(size / askers)),
      flagKey: flag.key,
      context: { userId: 'ada' },
    })),
  list: ({ environment }) => `${environment.path}/api-keys`,
}
