import type { Client } from '@bunting/contract'
import { type Change, findChanges } from '@bunting/contract/text'
import { draftOf } from '../config/flag-config.ts'
import { emptySegment, findSegmentChanges, type SegmentDraft } from '../config/segment-config.ts'
import { own } from '../core/own.ts'
import type { Site } from '../project-file/apply.ts'
import type { Current, Noun } from '../project-file/plan-parts.ts'
import type { Step } from '../project-file/step.ts'
import { nameActors } from '../server/name-actors.ts'
import { isApplied } from './applied-comment.ts'
import { keepInConfig, type Ours } from './dashboard-fields.ts'

/** A config that was changed elsewhere since this repository last applied it, and that the files change again. */
export type Drift = {
  noun: Noun
  key: string
  env: string
  version: number
  by: string
  /** Undefined if this repository applied none of the latest versions: nobody knows what was changed. */
  changes: Change[] | undefined
}

type Config = Parameters<typeof keepInConfig>[1]
type Version = {
  version: number
  createdBy: string
  comment?: string | undefined
  config: Config & { version: number }
}
type ConfigStep = Extract<Step, { env: string }>

const nounOf = (step: ConfigStep): Noun => (step.do.endsWith('segment') ? 'segment' : 'flag')

/** Finds drift by the history of each config that is about to change. */
export const findDrift = async (
  api: Client,
  site: Site,
  steps: readonly Step[],
  current: Current,
  managedBy: string,
  oursOf: (noun: Noun, key: string) => Ours,
): Promise<Drift[]> => {
  const found: (Drift & { actor: string })[] = []
  for (const step of steps) {
    if (!('env' in step) || step.base === 0) continue
    const noun = nounOf(step)
    const entry = noun === 'flag' ? own(current.flags, step.key) : own(current.segments, step.key)
    if (entry?.managedBy !== managedBy) continue
    const versions = await latestVersions(api, site, noun, step)
    const [latest] = versions
    if (latest === undefined || isApplied(latest.comment, managedBy)) continue
    const last = versions.find(({ comment }) => isApplied(comment, managedBy))
    const changes = last && changesBetween(noun, last.config, latest.config, oursOf(noun, step.key))
    if (changes?.length === 0) continue
    const { key, env } = step
    found.push({ noun, key, env, version: latest.version, by: '', changes, actor: latest.createdBy })
  }
  if (found.length === 0) return []
  const nameOf = await nameActors(
    api,
    found.map(({ actor }) => actor),
  )
  return found.map(({ actor, ...drift }) => ({ ...drift, by: nameOf(actor) }))
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

/** The changes from one version to another; those of the dashboard's own fields are left out. */
const changesBetween = (noun: Noun, from: Version['config'], to: Version['config'], ours: Ours): Change[] => {
  const [before, after] = [keepInConfig(draftOf(from), draftOf(to), ours), draftOf(to)]
  if (noun === 'flag') return findChanges(before, after)
  return findSegmentChanges(
    { ...emptySegment, ...before } as SegmentDraft,
    { ...emptySegment, ...after } as SegmentDraft,
  )
}
