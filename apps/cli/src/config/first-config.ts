import { wrongUse } from '../core/failure.ts'
import type { Flag } from '../server/flags.ts'
import type { Draft, FlagValue } from './flag-config.ts'
import { parseValue } from './parse-value.ts'

/**
 * The config of a flag that has none yet in an environment. A boolean flag that is on gives true to everyone and, when
 * it is off, false: a default of true would stay true when it is turned off.
 */
export const firstConfig = (flag: Flag, enabled: boolean, defaultText: string | undefined): Draft => {
  const everyone = { name: 'Everyone', enabled: true, conditionOperator: 'AND', conditions: [], value: true }
  const usual = flag.type === 'boolean' && defaultText === undefined
  return {
    enabled,
    defaultValue: defaultOf(flag, defaultText),
    rules: usual ? ([everyone] as unknown as Draft['rules']) : [],
  }
}

export const defaultOf = (flag: Flag, text: string | undefined): FlagValue => {
  if (text !== undefined) return parseValue(flag.type, text)
  if (flag.type === 'boolean') return false
  return wrongUse(
    `${flag.key} has no config in this environment yet, so it needs a default: ${flag.type === 'json' ? 'an object or an array' : `a ${flag.type}`}.`,
    '--default <value>',
  )
}
