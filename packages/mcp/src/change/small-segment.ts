import type { Environment } from '@bunting/contract'
import type { Call, Plan } from '../tool.ts'
import { proposed, saved } from './proposed.ts'

export type SegmentEdit = {
  env: Environment
  segment: Awaited<ReturnType<Call['api']['getSegment']>>
  add: readonly string[]
  remove: readonly string[]
  comment: string
}

type Body = Parameters<Call['api']['createSegmentVersion']>[0]['body']

/** Changes the ids that a segment's config lists. Added ids leave the excluded ones; removed ids leave both lists. */
export const planSmall = async (call: Call, { env, segment, add, remove, comment }: SegmentEdit): Promise<Plan> => {
  const { api, project } = call
  const latest = segment.versions[env.id]?.config
  const { version = 0, included = [], excluded = [], rules = [] } = latest ?? {}
  const gone = new Set(remove)
  const wanted = new Set([...included, ...add].filter((id) => !gone.has(id)))
  const barred = excluded.filter((id) => !gone.has(id) && !wanted.has(id))
  const added = [...wanted].filter((id) => !included.includes(id))
  const removed = [...included, ...excluded].filter((id) => !wanted.has(id) && !barred.includes(id))
  if (added.length + removed.length === 0) {
    return { carryOut: async () => ({ changed: false, says: 'It is like this already.' }) }
  }
  const params = { projectId: project.id, envId: env.id, segmentKey: segment.key }
  const body = { included: [...wanted], excluded: barred, rules, comment } as unknown as Body
  if (env.protected) {
    return {
      carryOut: async () =>
        proposed(call, (await api.createSegmentProposal({ params, body: { ...body, version } })).id),
    }
  }
  return {
    question: {
      title: `Change the segment ${segment.key} in ${env.slug}`,
      changes: idChanges(added, removed),
      people: idsText(added.length, removed.length),
      comment,
      basis: [segment.id, env.id, version],
    },
    carryOut: async () => {
      const made = await api.createSegmentVersion({ params, body: { ...body, version: version + 1 } })
      return saved(made, {
        key: segment.key,
        environment: env.slug,
        version: made.version,
        added: added.length,
        removed: removed.length,
      })
    },
  }
}

const idChanges = (added: readonly string[], removed: readonly string[]) => [
  ...(added.length === 0 ? [] : [{ path: 'ids', after: added }]),
  ...(removed.length === 0 ? [] : [{ path: 'ids', before: removed }]),
]

export const idsText = (added: number, removed: number): string =>
  `${added + removed} people: ${added} come in, ${removed} go out.`
