import type { Client } from '@bunting/contract'
import { type Change, findChanges } from '@bunting/contract/text'
import { draftOf } from '../config/flag-config.ts'
import { emptySegment, findSegmentChanges, type SegmentDraft } from '../config/segment-config.ts'
import type { Site } from '../project-file/apply.ts'
import type { Noun } from '../project-file/plan-parts.ts'
import type { Step } from '../project-file/step.ts'
import { isApplied } from './applied-comment.ts'
import { keepInConfig, type Ours } from './dashboard-fields.ts'
import type { Found } from './drift.ts'

type Config = Parameters<typeof keepInConfig>[1]
type Version = {
  version: number
  createdBy: string
  comment?: string | undefined
  config: Config & { version: number }
}
export type ConfigStep = Extract<Step, { env: string }>

/** Finds the drift of a config by its history: the changes since the last version that this repository applied. */
export const configDrift = async (
  api: Client,
  site: Site,
  noun: Noun,
  step: ConfigStep,
  managedBy: string,
  ours: Ours,
): Promise<Found | undefined> => {
  const versions = await latestVersions(api, site, noun, step)
  const [latest] = versions
  if (latest === undefined || isApplied(latest.comment, managedBy)) return undefined
  const last = versions.find(({ comment }) => isApplied(comment, managedBy))
  const changes = last && changesBetween(noun, last.config, latest.config, ours)
  if (changes?.length === 0) return undefined
  const { key, env } = step
  return { noun, key, env, version: latest.version, changes, actor: latest.createdBy }
}

const latestVersions = async (api: Client, site: Site, noun: Noun, step: ConfigStep): Promise<Version[]> => {
  const params = {
    projectId: site.projectId,
    envId: site.environmentIds.get(step.env) ?? '',
    flagKey: step.key,
    segmentKey: step.key,
  }
  const { items } = noun === 'flag' ? await api.listFlagVersions({ params }) : await api.listSegmentVersions({ params })
  return items as Version[]
}

/** Returns the changes from one version to another, except for those in the dashboard's fields. */
const changesBetween = (noun: Noun, from: Version['config'], to: Version['config'], ours: Ours): Change[] => {
  const [before, after] = [keepInConfig(draftOf(from), draftOf(to), ours), draftOf(to)]
  if (noun === 'flag') return findChanges(before, after)
  return findSegmentChanges(
    { ...emptySegment, ...before } as SegmentDraft,
    { ...emptySegment, ...after } as SegmentDraft,
  )
}
