import type { Client } from '@bunting/contract'
import type { Site } from '../project-file/apply.ts'
import type { Step } from '../project-file/step.ts'
import { listFlags } from '../server/flags.ts'
import { listSegments } from '../server/segments.ts'

/** Finds configs with a new version since the plan was made. Called before anything is written, so nothing is half done. */
export const findMoved = async (api: Client, site: Site, slug: string, steps: readonly Step[]): Promise<string[]> => {
  const configs = steps.filter((step) => 'env' in step && site.environmentIds.has(step.env))
  if (configs.length === 0) return []
  const from = { api, project: { id: site.projectId, slug } }
  const found = { flag: versionsOf(await listFlags(from)), segment: versionsOf(await listSegments(from)) }
  return configs.flatMap((step) => {
    if (!('env' in step)) return []
    const isSegment = step.do.endsWith('segment')
    const versions = found[isSegment ? 'segment' : 'flag'].get(step.key) ?? {}
    const version = versions[site.environmentIds.get(step.env) ?? '']?.version ?? 0
    if (version === step.base) return []
    return [
      `${isSegment ? 'the segment ' : ''}${step.key} in ${step.env} is at version ${version}, no longer ${step.base}`,
    ]
  })
}

type Keyed = { key: string; versions: Readonly<Record<string, { version: number }>> }

const versionsOf = (items: readonly Keyed[]): Map<string, Keyed['versions']> =>
  new Map(items.map(({ key, versions }) => [key, versions]))
