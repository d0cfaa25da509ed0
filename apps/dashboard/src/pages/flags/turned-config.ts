import type { FlagConfig, FlagType } from '@bunting/engine'

/**
 * The config that turns a flag on or off, as the next version. What a flag without one gets is only clear for a boolean one:
 * on is `true` for everyone, by a rule, so that turning it off gives the default, `false`.
 */
export const turnedConfig = (config: FlagConfig | undefined, on: boolean): FlagConfig =>
  config ? { ...config, version: config.version + 1, enabled: on } : { ...firstConfig, enabled: on }

const firstConfig: FlagConfig = {
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: [{ id: 'everyone', name: 'Everyone', enabled: true, conditionOperator: 'AND', conditions: [], value: true }],
}

/** Whether a flag can be turned on where it has no config yet. */
export const hasFirstConfig = (type: FlagType): boolean => type === 'boolean'
