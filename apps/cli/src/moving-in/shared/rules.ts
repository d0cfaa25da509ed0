import { limits } from '@bunting/contract'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { nameFor } from './facts.ts'
import { audienceOf, type Tree } from './tree.ts'

export type RuleEntry = ConfigEntry['rules'][number]

/** A rule, and for whom it is. */
export type RuleHead = { id: string; name: string; tree: Tree }

/** None where the rule is for nobody. */
export const ruleFor = ({ id, name, tree }: RuleHead, answer: Partial<RuleEntry>): RuleEntry[] => {
  const audience = audienceOf(tree)
  return audience ? [{ id, name: name && nameFor(name, id), enabled: true, ...audience, ...answer }] : []
}

/** Ids that follow from the source's, each there once and no longer than an id may be. */
export const openIds = () => {
  const taken = new Set<string>()
  return (wanted: string): string => {
    const base = wanted.slice(0, limits.configKey - 24) || 'rule'
    for (let number = 1; ; number++) {
      const id = number === 1 ? base : `${base}-${number}`
      if (taken.has(id)) continue
      taken.add(id)
      return id
    }
  }
}
