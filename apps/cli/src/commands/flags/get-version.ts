import { ApiError } from '@bunting/contract'
import { findLatest } from '../../config/flag-config.ts'
import type { EnvironmentContext } from '../../core/context.ts'
import { refuse } from '../../core/failure.ts'
import type { Flag } from '../../server/flags.ts'

/** One version of a flag in the environment. */
export const getVersion = async ({ api, project, env }: EnvironmentContext, flag: Flag, version: number) => {
  const params = { projectId: project.id, envId: env.id, flagKey: flag.key, version: String(version) }
  return api.getFlagVersion({ params }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'RESOURCE_NOT_FOUND') throw error
    const latest = findLatest(flag, env)?.version ?? 0
    return refuse(`${flag.key} has no version ${version} in ${env.slug}: the latest is ${latest}.`)
  })
}
