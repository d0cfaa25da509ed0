import type { Environment } from '@bunting/contract'
import type { Condition, FlagConfig, FlagType, Rule, Variant } from '@bunting/engine'
import { createContext, useContext } from 'react'
import type { At } from '../draft/conditions.ts'

/** What every part of the editor knows. None of it changes while somebody types in a rule, or every part would be drawn anew. */
export type Editing = {
  projectId: string
  type: FlagType
  environment: Environment
  variants: readonly Variant[]
  /** Whether rules answer with a value. Those of a segment only say who is in. */
  gives: boolean
  edit(change: (config: FlagConfig) => FlagConfig): void
  /** Why nothing can be changed, where that is so. */
  because: string | undefined
  /** Why rollouts, splits, segments and some operators cannot be used, where that is so. */
  locked: string | undefined
}

export const EditingContext = createContext<Editing | null>(null)

export const useEditing = (): Editing => {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('The editor is not around it.')
  return editing
}

/** What the editor shows, which every keystroke changes: for its large parts, which hand the small ones their own. */
export type Edited = {
  config: FlagConfig
  /** The version the draft was made from; null where there is none. */
  base: FlagConfig | null
  problems: readonly ShownProblem[]
}

/** What is wrong at a path. What is not filled in yet is told once saving was tried: `always`. */
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

/** One rule, as a part of it sees it. */
export type EditedRule = {
  rule: Rule
  at: number
  /** How many there are. */
  of: number
  path: string
  /** As it was in the version that the draft was made from. */
  was: Rule | undefined
  isNew: boolean
  change(next: Rule): void
}

/** One condition of a rule, as a part of it sees it. */
export type EditedCondition<Shown extends Condition = Condition> = {
  edited: EditedRule
  condition: Shown
  at: At
  /** Where in the config it is: `rules[0].conditions[1].any[0]`. */
  path: string
  /** `condition 2.1 of rule 1`. */
  name: string
  /** What stood there in the version that the draft was made from. */
  was: Condition | undefined
  change(next: Condition): void
}
