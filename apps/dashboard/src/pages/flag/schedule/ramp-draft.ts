import { planRamp, rampProblem, type StepBody } from '@bunting/contract'
import type { FlagConfig, Rule } from '@bunting/engine'
import { readNumber } from '../../../features/draft/typed/read-number.ts'
import { type DurationDraft, readDuration, readLocal } from './duration-draft.ts'

/** A ramp as the user enters it: the target share, the duration and the number of steps. */
export type RampDraft = {
  ruleId: string
  from: string
  to: string
  over: DurationDraft
  steps: string
  /** A local date and time; empty means now. */
  startsAt: string
  /** The first step turns the flag on, too. */
  turnsOn: boolean
}

export const shareOf = ({ rolloutPercentage = 100 }: Rule): number => rolloutPercentage

/** The rule to ramp: one with a percentage, else the one for everyone, else the first. */
export const findRampRule = (rules: readonly Rule[]): Rule | undefined =>
  rules.find(({ rolloutPercentage }) => rolloutPercentage !== undefined) ??
  rules.find(({ conditions }) => conditions.length === 0) ??
  rules[0]

/** A ramp from the rule's current share to 100 %; from 0 % if the share is 100 % already. */
export const startingRamp = ({ rules, enabled }: FlagConfig): RampDraft => {
  const rule = findRampRule(rules)
  return {
    ruleId: rule?.id ?? '',
    ...spanFor(rule),
    over: { amount: '1', unit: 'days' },
    steps: '10',
    startsAt: '',
    turnsOn: !enabled,
  }
}

export const spanFor = (rule: Rule | undefined): Pick<RampDraft, 'from' | 'to'> => {
  const share = rule ? shareOf(rule) : 100
  return { from: share === 100 ? '0' : String(share), to: '100' }
}

export type RampProblems = Partial<Record<'from' | 'to' | 'over' | 'steps' | 'startsAt', string>>

const readShare = (text: string): number | undefined => {
  const number = readNumber(text)
  return typeof number === 'number' && number >= 0 && number <= 100 ? number : undefined
}

const noShare = 'A number from 0 to 100.'

/** The steps of the ramp, or the problems by field. */
export const readRamp = (
  draft: RampDraft,
  config: FlagConfig,
  nowMs: number,
): { steps: StepBody[] } | { problems: RampProblems } => {
  const rule = config.rules.find(({ id }) => id === draft.ruleId)
  const from = readShare(draft.from)
  const to = readShare(draft.to)
  const seconds = readDuration(draft.over)
  const count = readNumber(draft.steps)
  const startsAt = draft.startsAt === '' ? undefined : readLocal(draft.startsAt)
  const isLate = startsAt !== undefined && Date.parse(startsAt) <= nowMs
  const problems: RampProblems = {
    ...(from === undefined && { from: noShare }),
    ...(to === undefined && { to: noShare }),
    ...((seconds === undefined || seconds === 0) && { over: 'How long does it take?' }),
    ...((typeof count !== 'number' || !Number.isInteger(count) || count < 1) && { steps: 'A whole number from 1.' }),
    ...(draft.startsAt !== '' && startsAt === undefined && { startsAt: 'A date and a time.' }),
    ...(isLate && { startsAt: 'It lies in the past.' }),
  }
  if (!rule || from === undefined || to === undefined || seconds === undefined || typeof count !== 'number') {
    return { problems }
  }
  if (Object.keys(problems).length > 0) return { problems }
  const ramp = { ruleId: rule.id, current: shareOf(rule), from, to, seconds, steps: count }
  const problem = rampProblem(ramp)
  if (problem !== undefined) return { problems: { [from === to ? 'to' : 'steps']: problem } }
  const [first, ...others] = planRamp({ ...ramp, startMs: startsAt === undefined ? undefined : Date.parse(startsAt) })
  if (!first) return { problems }
  const begins = draft.turnsOn && !config.enabled ? { ...first, change: { enabled: true, ...first.change } } : first
  return { steps: [begins, ...others] }
}
