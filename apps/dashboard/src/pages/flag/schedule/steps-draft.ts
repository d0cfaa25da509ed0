import type { StepBody, StepChange } from '@bunting/contract'
import type { FlagType, FlagValue } from '@bunting/engine'
import { readDocument } from '../../../features/draft/typed/read-document.ts'
import { readNumber } from '../../../features/draft/typed/read-number.ts'
import { type DurationDraft, readDuration, readLocal } from './duration-draft.ts'

/** The part of a config that a change is about: the flag, or one of its rules. */
export type Subject =
  | { field: 'enabled' }
  | { field: 'defaultValue' }
  | { field: 'ruleEnabled' | 'rolloutPercentage' | 'value'; ruleId: string }

export type ChangeDraft = { subject: Subject; value: string }

export type StepDraft = {
  id: number
  when: 'after' | 'at'
  after: DurationDraft
  at: string
  changes: readonly ChangeDraft[]
}

export type StepProblems = { when?: string; changes: readonly (string | undefined)[] }

const readTyped: Record<FlagType, (text: string) => FlagValue | undefined> = {
  boolean: (text) => text === 'true',
  string: (text) => text,
  number: (text) => {
    const number = readNumber(text)
    return typeof number === 'number' ? number : undefined
  },
  json: (text) => {
    const document = readDocument(text)
    return typeof document === 'string' ? undefined : document
  },
}

const missing: Record<FlagType, string> = {
  boolean: 'True or false.',
  string: 'A text.',
  number: 'A number.',
  json: 'A JSON object or array.',
}

/** One change for the API, or its problem in words. */
const readChange = ({ subject, value }: ChangeDraft, type: FlagType): StepChange | string => {
  if (subject.field === 'enabled') return { enabled: value === 'true' }
  if (subject.field === 'ruleEnabled') return { rules: { [subject.ruleId]: { enabled: value === 'true' } } }
  if (subject.field === 'rolloutPercentage') {
    const share = readNumber(value)
    if (typeof share !== 'number' || share < 0 || share > 100) return 'A number from 0 to 100.'
    return { rules: { [subject.ruleId]: { rolloutPercentage: share } } }
  }
  const read = readTyped[type](value)
  if (read === undefined) return missing[type]
  // The engine's documents are read-only; those of the body are not.
  const given = read as NonNullable<StepChange['defaultValue']>
  return subject.field === 'defaultValue' ? { defaultValue: given } : { rules: { [subject.ruleId]: { value: given } } }
}

/** Merges all changes of a step into one. */
const merge = (changes: readonly StepChange[]): StepChange => {
  const merged: StepChange = {}
  for (const { rules = {}, ...fields } of changes) {
    Object.assign(merged, fields)
    for (const [id, rule] of Object.entries(rules)) {
      merged.rules = { ...merged.rules, [id]: { ...merged.rules?.[id], ...rule } }
    }
  }
  return merged
}

type Read = { steps: StepBody[] } | { problems: readonly StepProblems[] }

export const readSteps = (drafts: readonly StepDraft[], type: FlagType, nowMs: number): Read => {
  let lastMs = nowMs
  const read = drafts.map((draft) => {
    const when = readWhen(draft, lastMs)
    if ('atMs' in when) lastMs = when.atMs
    const changes = draft.changes.map((change) => readChange(change, type))
    const wrong = changes.map((change) => (typeof change === 'string' ? change : undefined))
    return {
      step: { ...('time' in when ? when.time : {}), change: merge(changes.filter((one) => typeof one !== 'string')) },
      problems: { ...('problem' in when && { when: when.problem }), changes: wrong },
    }
  })
  const isWrong = read.some(({ problems }) => problems.when !== undefined || problems.changes.some(Boolean))
  return isWrong ? { problems: read.map(({ problems }) => problems) } : { steps: read.map(({ step }) => step) }
}

type When = { time: { at: string } | { after: number }; atMs: number } | { problem: string }

const readWhen = ({ when, at, after }: StepDraft, lastMs: number): When => {
  if (when === 'after') {
    const seconds = readDuration(after)
    if (seconds === undefined || seconds < 1) return { problem: 'How long after?' }
    return { time: { after: seconds }, atMs: lastMs + seconds * 1_000 }
  }
  const instant = readLocal(at)
  if (instant === undefined) return { problem: 'A date and a time.' }
  const atMs = Date.parse(instant)
  return atMs > lastMs ? { time: { at: instant }, atMs } : { problem: 'It comes after the step before, and after now.' }
}
