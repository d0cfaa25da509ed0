import type { FlagInList } from '../../api/flags.ts'

type Placed = { environmentId: string; ruleId: string }

/** `rule 2, Pilot countries`, as the flag has it now. */
export const sayRule = (flag: FlagInList | undefined, { environmentId, ruleId }: Placed): string => {
  const rules = flag?.versions[environmentId]?.config.rules ?? []
  const at = rules.findIndex(({ id }) => id === ruleId)
  const name = rules[at]?.name
  if (at < 0) return flag ? 'a rule that is gone' : 'a rule'
  return name ? `rule ${at + 1}, ${name}` : `rule ${at + 1}`
}
