import type { FlagConfig, FlagType } from '@bunting/engine'
import { isTrueWhenOff, makeDefaultFalse, startingConfig } from '../draft/starting-config.ts'

/** `withFalse`: the default becomes `false`, so that off gives it. */
type Toggled = { on: boolean; withFalse?: boolean }

/** The config that turns a flag on or off, as the next version. What a flag without one gets is only clear for a boolean one. */
export const toggledConfig = (config: FlagConfig | undefined, { on, withFalse = false }: Toggled): FlagConfig => {
  const before = config ?? startingConfig('boolean')
  return { ...(withFalse ? makeDefaultFalse(before) : before), version: before.version + 1, enabled: on }
}

/** Whether a flag can be turned on where it has no config yet. */
export const hasFirstConfig = (type: FlagType): boolean => type === 'boolean'

/** Whether turning it so leaves everyone with `true`, which nobody expects of off. */
export const staysTrue = (config: FlagConfig | undefined, { on }: Toggled): boolean =>
  !on && config !== undefined && isTrueWhenOff(config)
