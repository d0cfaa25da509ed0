import { compareVersions, readVersion } from '../../values/version.ts'
import { comparisons } from './comparison.ts'

const versionComparison = comparisons({
  takes: 'version',
  read: readVersion,
  problem: 'must be a version such as 2.4.1',
  // Parsing and comparing go through all fields, and every other character may begin a field.
  cost: (text) => 1_000 + 40 * text.length,
  readCost: 30_000,
})

/** `holds` gets the order of the attribute and the value: negative, 0 or positive. */
export const versionOperator = <const Name extends string>(
  name: Name,
  label: string,
  holds: (order: number) => boolean,
) => versionComparison(name, label, (actual, expected) => holds(compareVersions(actual, expected)))
