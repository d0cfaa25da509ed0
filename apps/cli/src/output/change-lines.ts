import type { Change } from '../config/changes.ts'
import { ruleText } from '../config/describe.ts'
import type { Rule } from '../config/flag-config.ts'
import { valueText } from '../config/value-text.ts'
import { green, type Rich, red, rich, yellow } from './rich.ts'

/** A line a change: `+` what is new, `-` what goes, `~` what becomes something else. */
export const changeLines = (changes: readonly Change[], indent = ''): Rich[] =>
  changes.map((change) => {
    if (!('before' in change)) return rich`${indent}${green(rich`+ ${change.path} ${textOf(change.after)}`)}`
    if (!('after' in change)) return rich`${indent}${red(rich`- ${change.path} ${textOf(change.before)}`)}`
    return rich`${indent}${yellow('~')} ${change.path} ${red(textOf(change.before))} → ${green(textOf(change.after))}`
  })

/** A rule reads better in words. */
const textOf = (value: unknown): string => (isRule(value) ? ruleText(value) : valueText(value))

const isRule = (value: unknown): value is Rule =>
  typeof value === 'object' && value !== null && 'conditions' in value && 'conditionOperator' in value
