import { versionOperator } from './families/version.ts'

export const semverEq = versionOperator('semver_eq', 'is version', (order) => order === 0)
