import { fail } from '@bunting/contract'
import { z } from 'zod'
import { proposed, saved } from '../change/proposed.ts'
import { type Call, writing } from '../tool.ts'
import { comment, key } from './fields.ts'

const input = z.strictObject({ key, comment })

export const archiveFlag = writing({
  name: 'archive_flag',
  description: 'Archive a flag in every environment. Refused while other flags need it or code names it.',
  input,
  destructive: true,
  plan: async (call, { key, comment }) => {
    const { api, project, pinnedTo } = call
    const params = { projectId: project.id, flagKey: key }
    const flag = await api.getFlag({ params })
    if (flag.archivedAt !== null) return { carryOut: async () => ({ changed: false, says: 'It is archived already.' }) }
    await requireUnnamed(call, flag.key)
    const visible = await call.listEnvironments()
    const concerned = visible.filter(({ id }) => flag.versions[id])
    if (concerned.length < Object.keys(flag.versions).length) {
      fail('FORBIDDEN', `${flag.key} has a config outside of ${pinnedTo}, to which these tools are kept.`)
    }
    const isStrict = concerned.some(({ strict }) => strict)
    const guarded = concerned.filter((env) => env.protected).map(({ slug }) => slug)
    // An admin's key may do it at once there, but tools never get past a protection.
    if (!isStrict && guarded.length > 0) {
      fail(
        'FORBIDDEN',
        `${flag.key} has a config in ${guarded.join(', ')}, which is protected: an admin archives it in the dashboard.`,
      )
    }
    const carryOut = async () => {
      const made = await api.updateFlag({ params, body: { archived: true, comment } })
      return 'kind' in made && made.kind === 'archive' ? proposed(call, made.id) : saved(made, { key: flag.key })
    }
    if (isStrict) return { carryOut }
    const slugs = concerned.map(({ slug }) => slug)
    return {
      question: {
        title: `Archive ${flag.key}`,
        changes: slugs.map((slug) => ({ path: slug, before: 'answers', after: 'the default of the code' })),
        people: slugs.length === 0 ? 'Nobody gets another answer.' : 'Everyone may get another answer.',
        comment,
        basis: [flag.id, Object.values(flag.versions).map(({ id }) => id)],
      },
      carryOut,
    }
  },
})

/** The maximum number of places that a refusal names. */
const maxNamed = 5

/** Refuses to archive a flag that the default branch of a repository names, since that code would get its fallback. */
const requireUnnamed = async ({ api, project }: Call, key: string): Promise<void> => {
  const params = { projectId: project.id }
  const { items: summaries } = await api.listFlagSummaries({ params, query: { keys: key } })
  const count = summaries[0]?.codeReferences ?? 0
  if (count === 0) return
  // Default branches come first.
  const limit = Math.min(count, maxNamed)
  const { items } = await api.listCodeReferences({ params: { ...params, flagKey: key }, query: { limit } })
  const places = items.map(({ repository, path, line }) => `${repository} ${path}:${line}`).join(', ')
  const others = count > limit ? ` and ${count - limit} more` : ''
  fail('CONFLICT', `Code still names ${key}: ${places}${others}. Take it out there first.`)
}
