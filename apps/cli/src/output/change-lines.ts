import type { Prerequisite, SegmentRule } from '@bunting/engine'
import type { Change } from '../config/changes.ts'
import { prerequisiteText, ruleText, segmentRuleText } from '../config/describe.ts'
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

/** Rules and prerequisites read better in words, and nobody reads twenty thousand ids. */
const textOf = (value: unknown): string => {
  if (isRule(value)) return 'value' in value || 'distribution' in value ? ruleText(value) : segmentRuleText(value)
  if (isPrerequisite(value)) return prerequisiteText(value)
  return Array.isArray(value) ? listText(value) : valueText(value)
}

const isRule = (value: unknown): value is Rule | SegmentRule =>
  typeof value === 'object' && value !== null && 'conditions' in value && 'conditionOperator' in value

const isPrerequisite = (value: unknown): value is Prerequisite =>
  typeof value === 'object' && value !== null && 'flagKey' in value && 'values' in value

const maxItems = 20

const listText = (items: readonly unknown[]): string =>
  items.length <= maxItems
    ? valueText(items)
    : `${valueText(items.slice(0, maxItems))} and ${(items.length - maxItems).toLocaleString('en')} more`
