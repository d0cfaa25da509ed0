import type { ConfigEntry } from '../../project-file/project-file.ts'
import { nameFor } from './facts.ts'
import { freeKey } from './free-key.ts'
import { audienceOf, type Tree } from './tree.ts'

export type RuleEntry = ConfigEntry['rules'][number]

/** A rule and its audience. */
export type RuleHead = { id: string; name: string; tree: Tree }

/** A rule as a list, which is empty if the rule is for nobody. */
export const ruleFor = ({ id, name, tree }: RuleHead, answer: Partial<RuleEntry>): RuleEntry[] => {
  const audience = audienceOf(tree)
  return audience ? [{ id, name: name && nameFor(name, id), enabled: true, ...audience, ...answer }] : []
}

/** Gives rules unique ids, derived from the source's and cut to the allowed length. */
export const withOwnIds = <Rule extends { id?: string | undefined }>(
  rules: readonly Rule[],
): (Rule & { id: string })[] => {
  const taken = new Set<string>()
  return rules.map((rule) => {
    const id = freeKey(rule.id ?? '', (key) => taken.has(key))
    taken.add(id)
    return { ...rule, id }
  })
}
