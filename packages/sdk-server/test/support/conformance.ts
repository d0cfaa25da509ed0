import { readdirSync, readFileSync } from 'node:fs'
import type { Bundle, BundleFlag, EvaluationContext, FlagConfig, FlagValue } from '../../src/index.ts'

type Flag = { type?: BundleFlag['type']; config: FlagConfig }

type Case = Pick<Bundle, 'format' | 'segments'> & {
  name: string
  flagKey: string
  type?: BundleFlag['type']
  config: FlagConfig | null
  flags?: Record<string, Flag>
  context: EvaluationContext & { proxyCountry?: string }
  expect: { value: FlagValue | null; reason: string; ruleId?: string; variant?: string; prerequisite?: string }
}

const folder = new URL('../../../../conformance/', import.meta.url)

/** Those that explain an evaluation expect more than it answers. */
export const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !file.startsWith('explain'))
  .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: Case[] }).cases)

/** What a flag is asked as: by the type that it says it has, or else by its values. */
export const typeOf = ({ type, config }: Flag): BundleFlag['type'] => {
  const found = typeof config.defaultValue
  return type ?? (found === 'object' ? 'json' : (found as BundleFlag['type']))
}

/** A bundle in which a case's flag is, with all that it needs. */
export const bundleOf = ({ flagKey, type, config, flags = {}, segments = {}, format = 2 }: Case): Bundle => {
  const all = { ...flags, ...(config && { [flagKey]: { config, ...(type && { type }) } }) }
  const bundled = Object.entries(all).map(([key, flag]) => [key, bundledFlag(key, flag)])
  return { format, environmentId: 'env_1', revision: 1, flags: Object.fromEntries(bundled), segments }
}

const bundledFlag = (key: string, flag: Flag): BundleFlag => ({
  id: `flag_${key}`,
  type: typeOf(flag),
  clientSafe: false,
  config: flag.config,
})
