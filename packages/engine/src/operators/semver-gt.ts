import { versionOperator } from './families/version.ts'

export const semverGt = versionOperator('semver_gt', 'is above version', (order) => order > 0)
