import type { Environment } from '@bunting/contract'
import type { Condition, FlagConfig, FlagType, Rule, Variant } from '@bunting/engine'
import { createContext, useContext } from 'react'
import type { At } from '../draft/conditions.ts'

/** The context of all parts of the editor. It never changes while the user types, or every part would render again. */
export type Editing = {
  projectId: string
  type: FlagType
  environment: Environment
  variants: readonly Variant[]
  /** Rules answer with a value. Those of a segment only say who is in. */
  gives: boolean
  edit(change: (config: FlagConfig) => FlagConfig): void
  /** Why nothing can be changed, if so. */
  because: string | undefined
  /** Why rollouts, splits, segments and some operators cannot be used, if so. */
  locked: string | undefined
}

export const EditingContext = createContext<Editing | null>(null)

export const useEditing = (): Editing => {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('The editor is not around it.')
  return editing
}

/** The content of the editor, which every keystroke changes. Only large parts get it, and pass on what small ones need. */
export type Edited = {
  config: FlagConfig
  /** The version that the draft started from; null if there is none. */
  base: FlagConfig | null
  problems: readonly ShownProblem[]
}

/** A problem at a path. Problems of empty fields show only after an attempt to save: `always`. */
export type ShownProblem = { path: string; message: string; always: boolean }

/** The problems of the surrounding part. */
export const ProblemsContext = createContext<readonly ShownProblem[]>([])

export const useProblemAt = (path: string | undefined, isFilled: boolean): string | undefined =>
  useContext(ProblemsContext).find((one) => one.path === path && (isFilled || one.always))?.message

const none: readonly ShownProblem[] = []

export const problemsUnder = (problems: readonly ShownProblem[], path: string): readonly ShownProblem[] => {
  const found = problems.filter((one) => one.path.startsWith(`${path}.`))
  return found.length === 0 ? none : found
}

/** The props of a rule's parts. */
export type EditedRule = {
  rule: Rule
  at: number
  /** The number of rules. */
  of: number
  path: string
  /** The rule in the version that the draft started from. */
  was: Rule | undefined
  isNew: boolean
  change(next: Rule): void
}

/** The props of a condition's parts. */
export type EditedCondition<Shown extends Condition = Condition> = {
  edited: EditedRule
  condition: Shown
  at: At
  /** The path in the config: `rules[0].conditions[1].any[0]`. */
  path: string
  /** The name for labels: `condition 2.1 of rule 1`. */
  name: string
  /** The condition at this position in the version that the draft started from. */
  was: Condition | undefined
  change(next: Condition): void
}
