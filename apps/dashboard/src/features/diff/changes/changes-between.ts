import { isolate } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import { same } from '../../../format/same.ts'
import { sayValue } from '../../../format/say-value.ts'
import { theFlag } from '../words/words.ts'
import type { Change } from './change.ts'
import { prerequisiteChanges } from './prerequisite-changes.ts'
import { rulesChanges } from './rules-changes.ts'
import { sayUnchanged } from './unchanged.ts'
import { valueChange } from './value-change.ts'
import { variantChanges } from './variant-changes.ts'

export type Changes = {
  changes: readonly Change[]
  /** The unchanged parts, as the end of a sentence; empty if there are none. */
  unchanged: string
}

/** The changes from one config to another, in words. `before` is null if there was none yet. */
export const changesBetween = (before: FlagConfig | null, after: FlagConfig): Changes => {
  const { pairs, changes: ofRules } = rulesChanges(before?.rules ?? [], after.rules)
  const changes: Change[] = [
    ...toggled(before, after),
    ...prerequisiteChanges(before, after),
    ...ofRules,
    ...defaulted(before, after),
    ...variantChanges(before, after),
  ]
  return { changes, unchanged: before ? sayUnchanged(after, pairs, changes) : '' }
}

const toggled = (before: FlagConfig | null, after: FlagConfig): Change[] => {
  if (before?.enabled === after.enabled) return []
  const side = ({ enabled }: FlagConfig) => ({ kind: 'text', text: enabled ? 'On' : 'Off' }) as const
  return [
    {
      key: 'enabled',
      where: theFlag,
      what: before ? `Turned ${after.enabled ? 'on' : 'off'}` : `First version, ${after.enabled ? 'on' : 'off'}`,
      why: follows(after),
      before: before ? side(before) : { kind: 'nothing', text: 'No version' },
      after: side(after),
    },
  ]
}

const follows = ({ enabled, rules, defaultValue }: FlagConfig): string => {
  if (enabled && rules.length > 0) return 'Its rules are tried from the top.'
  return `Everyone gets ${isolate(sayValue(defaultValue))}${rules.length > 0 ? ', whatever the rules say' : ''}.`
}

const defaulted = (before: FlagConfig | null, after: FlagConfig): Change[] => {
  if (same(before?.defaultValue, after.defaultValue)) return []
  const is = isolate(sayValue(after.defaultValue))
  const name = { key: 'default', where: after.rules.length === 0 ? 'Everyone' : 'Everyone else' }
  if (!before) {
    const value = after.defaultValue
    return [
      { ...name, what: `Gets ${is}`, before: { kind: 'nothing', text: 'No default' }, after: { kind: 'value', value } },
    ]
  }
  const otherwise = `Gets ${is} instead of ${isolate(sayValue(before.defaultValue))}`
  return [{ ...name, ...valueChange(before.defaultValue, after.defaultValue, otherwise) }]
}
