import type { Change } from '@bunting/contract/text'
import { own } from '../core/own.ts'
import type { ConfigStep } from './config-step.ts'
import { fillRuleIds } from './fill-rule-ids.ts'
import { namedIn, needsFirst } from './order.ts'
import type { Current, Noun, PendingProposal, Versions } from './plan-parts.ts'
import type { ConfigEntry, SegmentConfigEntry } from './project-file.ts'

type Entry<Config> = { archived: boolean; environments: Readonly<Record<string, Config>> }
type Entries<Config> = Readonly<Record<string, Entry<Config>>>

type ConfigPlan<Config> = { steps: ConfigStep<Config>[]; problems: string[]; waiting: string[]; notes: string[] }

type Input<Config> = {
  noun: Noun
  wanted: Entries<Config>
  before: Entries<Config>
  changes(before: Config | undefined, after: Config): Change[]
  current: Current
  versions: Versions
  pending: readonly PendingProposal[]
  propose: boolean
}

/**
 * Plans the configs that differ: to be written if that is allowed, proposed if the environment is protected. In each
 * environment those that others need come first.
 */
export const planConfigs = <Config extends ConfigEntry | SegmentConfigEntry>(
  input: Input<Config>,
): ConfigPlan<Config> => {
  const plan: ConfigPlan<Config> = { steps: [], problems: [], waiting: [], notes: [] }
  const environments = new Set(Object.values(input.wanted).flatMap((entry) => Object.keys(entry.environments)))
  for (const env of environments) {
    const configOf = (key: string) =>
      own(own(input.wanted, key)?.environments ?? {}, env) ?? own(own(input.before, key)?.environments ?? {}, env)
    const needsOf = (key: string) => {
      const config = configOf(key)
      return config ? namedIn(config, input.noun) : []
    }
    for (const key of needsFirst(Object.keys(input.wanted), needsOf)) planConfig(plan, input, key, env)
  }
  return plan
}

const planConfig = <Config extends ConfigEntry | SegmentConfigEntry>(
  plan: ConfigPlan<Config>,
  input: Input<Config>,
  key: string,
  env: string,
): void => {
  const wanted = own(own(input.wanted, key)?.environments ?? {}, env)
  if (!wanted) return
  const before = own(own(input.before, key)?.environments ?? {}, env)
  const config = fillRuleIds(wanted, before)
  const changes = input.changes(before, config)
  if (changes.length === 0 && before) return
  const step = { key, env, base: input.versions(input.noun, key, env), config, changes }
  if (own(input.current.environments, env)?.protected) proposeOrNot(plan, input, wanted, step)
  else plan.steps.push({ how: 'write', ...step })
}

const proposeOrNot = <Config extends ConfigEntry | SegmentConfigEntry>(
  plan: ConfigPlan<Config>,
  { noun, wanted: entries, changes, versions, pending, propose }: Input<Config>,
  wanted: Config,
  step: Omit<ConfigStep<Config>, 'how'>,
): void => {
  const { key, env } = step
  const place = `${noun === 'segment' ? 'the segment ' : ''}${key} in ${env}`
  const other = pending.find((proposal) => proposal.noun === noun && proposal.key === key && proposal.env === env)
  const draft = other?.draft as Config | undefined
  const unready = namedIn(step.config, 'segment').find((name) => versions('segment', name, env) === 0)
  if (other && changes(draft, fillRuleIds(wanted, draft)).length === 0) {
    plan.waiting.push(`${place} is proposed already (${other.id}), and waits for an approval.`)
  } else if (other) plan.problems.push(`${place} has another proposal pending (${other.id}): review it first.`)
  // The config of an archived flag has no effect, and an archived flag takes no proposals.
  else if (own(entries, key)?.archived)
    plan.notes.push(`${place} stays as it is: it is archived, and ${env} is protected.`)
  else if (!propose) plan.problems.push(`${place} differs, and ${env} is protected: say --propose to propose it.`)
  else if (unready !== undefined) {
    plan.waiting.push(`${place} waits for the segment ${unready} to be approved there: import it again then.`)
  } else plan.steps.push({ how: 'propose', ...step })
}
