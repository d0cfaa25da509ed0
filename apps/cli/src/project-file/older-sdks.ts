import { ApiError, type Client } from '@bunting/contract'
import { type SeenSdk, sayOlderSdks } from '@bunting/contract/older-sdks'
import { own } from '../core/own.ts'
import type { Site } from './apply.ts'
import type { ProjectFile } from './project-file.ts'
import type { Step } from './step.ts'

/** Warns, for each environment, of SDKs in use that are too old for what is about to be written. */
export const sayOlder = async (
  api: Client,
  { projectId, environmentIds }: Site,
  { flags }: Pick<ProjectFile, 'flags'>,
  steps: readonly Step[],
): Promise<string[]> => {
  const written = steps.flatMap((step) =>
    step.do === 'write config' || step.do === 'propose config' ? [{ ...step, flag: own(flags, step.key) }] : [],
  )
  const notes: string[] = []
  for (const [env, envId] of environmentIds) {
    const there = written.flatMap(({ env: place, flag, config }) =>
      place === env && flag ? [{ type: flag.type, config }] : [],
    )
    const older = there.length === 0 ? undefined : sayOlderSdks(there, await getSdks(api, projectId, envId))
    if (older !== undefined) notes.push(`In ${env}, ${older}`)
  }
  return notes
}

/** Lists the SDKs in use; none if the server is older or has no telemetry. */
const getSdks = async (api: Client, projectId: string, envId: string): Promise<SeenSdk[]> => {
  try {
    return (await api.getSdks({ params: { projectId, envId } })).items
  } catch (error) {
    if (error instanceof ApiError && [404, 503].includes(error.status)) return []
    throw error
  }
}
