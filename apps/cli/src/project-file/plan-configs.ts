import { findChanges } from '../config/changes.ts'
import { own } from '../own.ts'
import { fillRuleIds } from './fill-rule-ids.ts'
import type { PendingProposal } from './plan-parts.ts'
import type { ConfigEntry, FlagEntry, ProjectFile } from './project-file.ts'
import type { Step } from './step.ts'

type ConfigStep = Extract<Step, { do: 'write config' | 'propose config' }>
type ConfigPlan = { steps: ConfigStep[]; problems: string[]; waiting: string[]; notes: string[] }

type Input = {
  key: string
  entry: FlagEntry
  file: ProjectFile
  current: ProjectFile
  versions: (key: string, env: string) => number
  pending: readonly PendingProposal[]
  propose: boolean
}

/** The configs of a flag that differ: written where that is allowed, proposed where the environment is protected. */
export const planConfigs = (input: Input): ConfigPlan => {
  const plan: ConfigPlan = { steps: [], problems: [], waiting: [], notes: [] }
  for (const [env, wanted] of Object.entries(input.entry.environments)) {
    const before = own(own(input.current.flags, input.key)?.environments ?? {}, env)
    const config = fillRuleIds(wanted, before)
    const changes = findChanges(before ?? {}, config)
    if (changes.length > 0) add(plan, input, { env, wanted, config, changes })
  }
  return plan
}

type Difference = { env: string; wanted: ConfigEntry; config: ConfigEntry; changes: ReturnType<typeof findChanges> }

const add = (plan: ConfigPlan, input: Input, { env, wanted, config, changes }: Difference): void => {
  const { key, current, versions, pending, propose } = input
  const base = versions(key, env)
  const step = { key, env, base, config, changes }
  const place = `${key} in ${env}`
  if (!own(current.environments, env)?.protected) {
    plan.steps.push({ do: 'write config', ...step })
    return
  }
  const other = pending.find((proposal) => proposal.key === key && proposal.env === env)
  if (other && findChanges(other.draft, fillRuleIds(wanted, other.draft)).length === 0) {
    plan.waiting.push(`${place} is proposed already (${other.id}), and waits for an approval.`)
  } else if (other) plan.problems.push(`${place} has another proposal pending (${other.id}): review it first.`)
  // What an archived flag would answer matters to nobody, and it takes no proposals.
  else if (input.entry.archived) plan.notes.push(`${place} stays as it is: it is archived, and ${env} is protected.`)
  else if (propose) plan.steps.push({ do: 'propose config', ...step })
  else plan.problems.push(`${place} differs, and ${env} is protected: say --propose to propose it.`)
}
