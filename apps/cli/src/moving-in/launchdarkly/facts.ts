import type { FlagType } from '@bunting/engine'
import type { FlagEntry } from '../../project-file/project-file.ts'
import { descriptionFor, nameFor, tagsFor } from '../shared/facts.ts'
import type { TheirFacts, TheirFlag } from './schema.ts'

/** The fields of a flag that are the same in all environments. */
export const flagEntry = (
  key: string,
  type: FlagType,
  facts: TheirFacts | undefined,
  flag: TheirFlag | undefined,
): FlagEntry => ({
  name: nameFor(facts?.name ?? '', key),
  description: descriptionFor(facts?.description, originOf(key, facts)),
  type,
  clientSafe: isClientSafe(flag),
  tags: tagsFor('launchdarkly', facts?.tags ?? []),
  ...(facts?._maintainer?.email ? { owner: facts._maintainer.email } : {}),
  ...(facts?.temporary ? { kind: 'release' as const } : {}),
  archived: facts?.archived ?? false,
  environments: {},
})

const isClientSafe = (flag: TheirFlag | undefined): boolean => {
  const { usingEnvironmentId, usingMobileKey } = flag?.clientSideAvailability ?? {}
  return (usingEnvironmentId || usingMobileKey || flag?.clientSide) ?? false
}

/** The flag's page in LaunchDarkly, if the admin API tells its project. */
const originOf = (key: string, facts: TheirFacts | undefined): string => {
  const project = /^\/api\/v2\/flags\/([^/]+)\//.exec(facts?._links?.self?.href ?? '')?.[1]
  return project === undefined
    ? `From LaunchDarkly: ${key}`
    : `https://app.launchdarkly.com/projects/${project}/flags/${encodeURIComponent(key)}`
}
