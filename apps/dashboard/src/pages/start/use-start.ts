import { useQuery } from '@tanstack/react-query'
import { isInForce, useApiKeys } from '../../api/api-keys.ts'
import { useActivity, useEnvironments } from '../../api/environments.ts'
import { type FlagInList, useFlags } from '../../api/flags.ts'
import { useMembers } from '../../api/members.ts'
import { useProjects } from '../../api/projects.ts'
import { usageQuery } from '../../api/usage.ts'
import { whereToBegin } from '../../api/where-to-begin.ts'
import { useNow } from '../../ui/use-now.ts'

export type Start = ReturnType<typeof useStart>

/** The user's progress, as far as the API knows it; undefined while it loads. */
export const useStart = (projectId: string) => {
  const now = useNow()
  const environments = useEnvironments(projectId)
  const environment = whereToBegin(environments)
  const envId = environment?.id ?? ''
  const { items: projects = [] } = useProjects()
  const { items: flags, isComplete } = useFlags(projectId)
  const flag = flags && pickFlag(flags, envId)
  const [keys] = useApiKeys(projectId, envId === '' ? [] : [envId])
  const key = keys?.data?.findLast((one) => isInForce(one, now) && one.scopes.includes('evaluate'))
  const { data: usage } = useQuery({
    ...usageQuery({ projectId, flagKey: flag?.key ?? '', environmentId: envId }),
    enabled: flag !== undefined,
  })
  const { data: activity } = useActivity(projectId, environment?.id)
  const { items: members } = useMembers()
  return {
    project: projects.find(({ id }) => id === projectId),
    projectId,
    environments,
    environment,
    flag,
    key,
    lastAskedAt: activity?.lastAskedAt ?? null,
    isLoaded: isComplete && keys?.data !== undefined && members !== undefined,
    done: {
      flag: flag !== undefined && envId in flag.versions,
      key: key !== undefined,
      ask: (activity?.lastAskedAt ?? null) !== null || (usage?.rows.length ?? 0) > 0,
      change: (flag?.versions[envId]?.version ?? 0) > 1,
      others: (members?.length ?? 0) > 1 && environments.some((one) => one.protected),
    },
  }
}

/** The oldest active flag, preferably one with a version in the environment to start with. */
const pickFlag = (flags: readonly FlagInList[], envId: string): FlagInList | undefined => {
  const active = flags.filter(({ archivedAt }) => archivedAt === null).toReversed()
  return active.find(({ versions }) => envId in versions) ?? active[0]
}
