import { versionOperator } from './families/version.ts'

export const semverLt = versionOperator('semver_lt', 'is below version', (order) => order < 0)
