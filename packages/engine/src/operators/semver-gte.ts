import { versionOperator } from './families/version.ts'

export const semverGte = versionOperator('semver_gte', 'is at least version', (order) => order >= 0)
