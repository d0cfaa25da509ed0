import { compareVersions, readVersion } from '../../values/version.ts'
import { comparisons } from './comparison.ts'

const versionComparison = comparisons({
  takes: 'version',
  read: readVersion,
  problem: 'must be a version such as 2.4.1',
  // Reading one and comparing with it go through its fields, of which every other character may begin one.
  cost: (text) => 1_000 + 40 * text.length,
  readCost: 30_000,
})

/** `holds` gets the order of attribute and value: below, at or above 0. */
export const versionOperator = <const Name extends string>(
  name: Name,
  label: string,
  holds: (order: number) => boolean,
) => versionComparison(name, label, (actual, expected) => holds(compareVersions(actual, expected)))
