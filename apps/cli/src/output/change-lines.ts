import {
  type Change,
  conditionListText,
  prerequisiteText,
  ruleText,
  segmentRuleText,
  valueText,
} from '@bunting/contract/text'
import type { Prerequisite, SegmentRule } from '@bunting/engine'
import type { Rule } from '../config/flag-config.ts'
import { green, type Rich, red, rich, yellow } from './rich.ts'

/** A line for each change: `+` for an added value, `-` for a removed one, `~` for a changed one. */
export const changeLines = (changes: readonly Change[], indent = ''): Rich[] =>
  changes.map((change) => {
    const { path } = change
    const [before, after] = [textOf(path, change.before), textOf(path, change.after)]
    if (!('before' in change)) return rich`${indent}${green(rich`+ ${path} ${after}`)}`
    if (!('after' in change)) return rich`${indent}${red(rich`- ${path} ${before}`)}`
    return rich`${indent}${yellow('~')} ${path} ${red(before)} → ${green(after)}`
  })

/** The text of a value: rules, conditions and prerequisites in words, and long lists of ids as counts. */
const textOf = (path: string, value: unknown): string => {
  if (isRule(value)) return 'value' in value || 'distribution' in value ? ruleText(value) : segmentRuleText(value)
  if (isPrerequisite(value)) return prerequisiteText(value)
  if (!Array.isArray(value)) return valueText(value)
  return /^rules\[.*\]\.conditions$/.test(path) ? conditionListText(value) : listText(value)
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
