import { versionOperator } from './families/version.ts'

export const semverLte = versionOperator('semver_lte', 'is at most version', (order) => order <= 0)
