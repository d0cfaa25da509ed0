import type { Environment } from '@bunting/contract'
import type { FlagConfig, FlagType, Rule } from '@bunting/engine'
import { createContext, useContext } from 'react'
import { changeRule } from '../../../draft/edit.ts'

/** What every part of the editor knows. */
export type Editing = {
  type: FlagType
  environment: Environment
  config: FlagConfig
  /** The version the draft was made from; null where there is none. */
  base: FlagConfig | null
  edit(change: (config: FlagConfig) => FlagConfig): void
  /** Why nothing can be changed, where that is so. */
  because: string | undefined
  /** Why rollouts, splits and some operators cannot be used, where that is so. */
  locked: string | undefined
  /** What is wrong at a path. What is not filled in yet is told once saving was tried. */
  problemAt(path: string, isFilled: boolean): string | undefined
  /** Names of attributes that the rules know. */
  attributes: readonly string[]
  /** The rule that answers what is tried. */
  answeredBy: string | undefined
}

export const EditingContext = createContext<Editing | null>(null)

export const useEditing = (): Editing => {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('The editor is not around it.')
  return editing
}

/** One rule, as a part of it sees it. */
export type EditedRule = { rule: Rule; at: number; path: string; was: Rule | undefined; change(next: Rule): void }

export const useRule = (ruleId: string): EditedRule => {
  const { config, base, edit } = useEditing()
  const at = config.rules.findIndex(({ id }) => id === ruleId)
  const rule = config.rules[at] as Rule
  return {
    rule,
    at,
    path: `rules[${at}]`,
    was: base?.rules.find(({ id }) => id === ruleId),
    change: (next) => edit((now) => changeRule(now, ruleId, () => next)),
  }
}
