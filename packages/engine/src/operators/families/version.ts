import { compareVersions, readVersion } from '../../version.ts'
import { comparisons } from './comparison.ts'

const versionComparison = comparisons({
  takes: 'version',
  expected: readVersion,
  actual: readVersion,
  problem: 'must be a version such as 2.4.1',
})

/** `holds` is told the order of the attribute and the value: below, at or above 0. */
export const versionOperator = <const Name extends string>(
  name: Name,
  label: string,
  holds: (order: number) => boolean,
) => versionComparison(name, label, (actual, expected) => holds(compareVersions(actual, expected)))
