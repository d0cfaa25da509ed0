import type { TestOrganization } from '../../../src/testing/test-organization.ts'

export const at = (minute: number): string => new Date(Date.UTC(2026, 0, 31, 12, minute)).toISOString()

/** Makes a reference to a flag, with the fields that matter to the test. */
export const reference = (flagKey: string, fields: object = {}) => ({
  flagKey,
  path: 'src/shop.ts',
  line: 1,
  ...fields,
})

/** Uploads references, like a scan of the main branch. */
export const upload = (org: TestOrganization, references: readonly object[], fields: object = {}) =>
  org.put(`${org.base}/code-references`, {
    repository: 'acme/shop',
    branch: 'main',
    commit: 'c0ffee1',
    at: at(0),
    references,
    ...fields,
  })

/** Lists the references to a flag. */
export const namedAt = (org: TestOrganization, flagKey: string) =>
  org.walk(`${org.base}/flags/${flagKey}/code-references`)
