import { isolate } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import { ToggleRight } from 'lucide-react'
import { toast } from '../../api/core/toast.tsx'
import { useEnvironments } from '../../api/environments.ts'
import { type FlagInList, useFlags } from '../../api/flags.ts'
import { useBecause } from '../../api/session.ts'
import { hasFirstConfig, staysTrue } from '../../features/flag-switch/toggled-config.ts'
import { useToggle } from '../../features/flag-switch/use-toggle.tsx'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import type { Command, CommandContext } from './command.ts'

/** Turns a flag on or off in two steps: which flag, then which environment. A protected environment gets a proposal. */
export const useToggleCommand = ({ projectId, ask }: CommandContext): ((flag: FlagInList) => Command) => {
  const environments = useEnvironments(projectId)
  const toggleNow = useToggle(projectId)
  const mayNot = useBecause('editor')
  const { items: flags = [] } = useFlags(projectId)

  const inOne = (flag: FlagInList, environment: (typeof environments)[number]): Command => {
    const version = flag.versions[environment.id]
    const state = pennantState(version?.config)
    const on = !version?.config.enabled
    const because =
      mayNot ??
      (flag.archivedAt !== null
        ? 'The flag is archived.'
        : !version && !hasFirstConfig(flag.type)
          ? 'It has no config here yet: open it to say what it gives.'
          : undefined)
    const toggle = { flag, environment, on }
    const isNeeded = !on && flags.some((other) => needs(other, flag.key, environment.id))
    const asks = flag.managedBy !== undefined || staysTrue(version?.config, toggle)
    const run = () => {
      if (because !== undefined) toast({ kind: 'no', title: `Not turned ${on ? 'on' : 'off'}`, children: because })
      else if (asks || environment.protected || isNeeded) ask(toggle)
      else toggleNow(toggle)
    }
    return {
      id: environment.id,
      group: `${isolate(flag.name)}, where?`,
      label: `Turn ${on ? 'on' : 'off'} in ${environment.name}`,
      code: environment.slug,
      hint:
        because ??
        `${environment.protected ? 'is proposed: protected' : `now ${sayState(state)}`}${isNeeded ? ', and needed by others' : ''}`,
      lead: <Pennant environment={environment} state={state} height={20} line />,
      run,
    }
  }
  return (flag) => ({
    id: `toggle ${flag.id}`,
    group: 'Turn on or off',
    label: `Turn ${flag.name} on or off`,
    code: flag.key,
    needs: ['turn', 'on', 'off'],
    lead: <ToggleRight size={16} strokeWidth={1.5} aria-hidden />,
    next: () => environments.map((environment) => inOne(flag, environment)),
  })
}

/** Tells whether a flag is on in an environment and has the other as a prerequisite there. */
const needs = ({ archivedAt, versions }: FlagInList, flagKey: string, envId: string): boolean => {
  const config = versions[envId]?.config
  return archivedAt === null && config?.enabled === true && hasNeed(config, flagKey)
}

const hasNeed = ({ prerequisites = [] }: FlagConfig, flagKey: string): boolean =>
  prerequisites.some((one) => one.flagKey === flagKey)
