import type { Bundle, BundleFlag, FlagConfig } from '../../src/index.ts'

/** A bundle of flags with the fields that the test is about. */
export const bundle = (flags: Record<string, Partial<FlagConfig>>, fields: Partial<Bundle> = {}): Bundle => ({
  format: 2,
  environmentId: 'env_test',
  revision: 1,
  flags: Object.fromEntries(Object.entries(flags).map(([key, config]) => [key, flagOf(key, config)])),
  ...fields,
})

const flagOf = (key: string, fields: Partial<FlagConfig>): BundleFlag => {
  const config = { version: 1, enabled: true, defaultValue: false, rules: [], ...fields }
  const type = typeof config.defaultValue
  return { id: `flag_${key}`, type: type === 'object' ? 'json' : (type as 'string'), clientSafe: false, config }
}
