import { invalid } from '@bunting/contract'
import type { Call, Plan } from '../tool.ts'
import { proposed, saved } from './proposed.ts'
import { idsText, type SegmentEdit } from './small-segment.ts'

/** Uploads ids to a large segment, or takes some out. An upload does one of the two. */
export const planLarge = async (call: Call, { env, segment, add, remove, comment }: SegmentEdit): Promise<Plan> => {
  if (add.length > 0 && remove.length > 0) {
    invalid('A large segment takes one at a time.', [{ path: 'remove', message: 'must not be there beside add' }])
  }
  const { api, project } = call
  const op = add.length > 0 ? ('add' as const) : ('remove' as const)
  const lines = [...add, ...remove].map((id) => `${JSON.stringify(id)}\n`).join('')
  const upload = { type: 'application/x-ndjson' as const, bytes: new TextEncoder().encode(lines) }
  const params = { projectId: project.id, envId: env.id, segmentKey: segment.key }
  if (env.protected) {
    return {
      carryOut: async () => {
        const made = await api.changeSegmentIds({ params, query: { op, propose: true, comment }, upload })
        return 'id' in made ? proposed(call, made.id) : { changed: false, says: 'It is like this already.' }
      },
    }
  }
  const tried = await api.changeSegmentIds({ params, query: { op, dryRun: true }, upload })
  const { added, removed } = 'change' in tried ? tried.change : tried
  if (added + removed === 0) return { carryOut: async () => ({ changed: false, says: 'It is like this already.' }) }
  const version = segment.versions[env.id]?.version ?? 0
  return {
    question: {
      title: `Change the large segment ${segment.key} in ${env.slug}`,
      changes: [{ path: 'ids', [op === 'add' ? 'after' : 'before']: [...add, ...remove] }],
      people: idsText(added, removed),
      comment,
      basis: [segment.id, env.id, version],
    },
    carryOut: async () => {
      const made = await api.changeSegmentIds({
        params,
        query: { op, comment },
        upload: { ...upload, ifMatch: version },
      })
      return saved(made, { key: segment.key, environment: env.slug, added, removed })
    },
  }
}
