import type { FlagConfig, FlagType } from '@bunting/engine'
import { isTrueWhenOff, makeDefaultFalse, startingConfig } from '../draft/starting-config.ts'

/** `withFalse` sets the default to `false`, so that off gives it. */
type Toggled = { on: boolean; withFalse?: boolean }

/** The next version, with the flag on or off. Only for boolean flags the config of a first version is clear. */
export const toggledConfig = (config: FlagConfig | undefined, { on, withFalse = false }: Toggled): FlagConfig => {
  const before = config ?? startingConfig('boolean')
  return { ...(withFalse ? makeDefaultFalse(before) : before), version: before.version + 1, enabled: on }
}

/** Tells whether a flag can be turned on without a config. */
export const hasFirstConfig = (type: FlagType): boolean => type === 'boolean'

/** Tells whether everyone would still get `true` when the flag is off, which nobody expects. */
export const staysTrue = (config: FlagConfig | undefined, { on }: Toggled): boolean =>
  !on && config !== undefined && isTrueWhenOff(config)
