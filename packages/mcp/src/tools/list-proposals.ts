import { z } from 'zod'
import { cleanText } from '../answer/clean.ts'
import { answerPage, cursor } from '../answer/page.ts'
import { proposed } from '../change/proposed.ts'
import { type Call, reading } from '../tool.ts'
import { nameActors } from './name-actors.ts'

const input = z.strictObject({ status: z.enum(['pending', 'approved', 'rejected']).optional(), cursor })

type Proposal = Awaited<ReturnType<Call['api']['listProjectProposals']>>['items'][number]

export const listProposals = reading({
  name: 'list_proposals',
  description: 'List proposals. People approve them in the dashboard, never tools.',
  input,
  answer: async (call, { status, cursor }) => {
    const { api, project } = call
    const slugs = new Map((await call.listEnvironments()).map(({ id, slug }) => [id as string, slug]))
    return answerPage(
      { cursor },
      {
        read: async (query) => {
          const page = await api.listProjectProposals({
            params: { projectId: project.id },
            query: { ...query, status },
          })
          return { ...page, items: page.items.filter(({ environmentId }) => slugs.has(environmentId)) }
        },
        show: async (proposals) => {
          const nameOf = await nameActors(
            api,
            proposals.map(({ createdBy }) => createdBy),
          )
          const keys = await Promise.all(proposals.map((proposal) => keyIn(call, proposal)))
          return proposals.map((proposal, at) => ({
            id: proposal.id,
            status: proposal.status,
            kind: proposal.kind ?? 'config',
            ...keys[at],
            environment: slugs.get(proposal.environmentId),
            by: nameOf(proposal.createdBy),
            at: proposal.createdAt,
            ...(proposal.comment === undefined ? {} : { comment: cleanText(proposal.comment) }),
            ...(proposal.reviewNote === null ? {} : { reviewNote: cleanText(proposal.reviewNote) }),
            url: urlOf(call, proposal.id),
            untrusted: true,
          }))
        },
      },
    )
  },
})

const urlOf = (call: Call, id: string): string => (proposed(call, id) as { url: string }).url

/** The key of the flag or segment that a proposal is about, which the audit log has. */
const keyIn = async ({ api, project }: Call, { id, flagId, segmentId }: Proposal): Promise<object> => {
  const query = { resourceType: 'proposal', resourceId: id, limit: 1 }
  const { items } = await api.listAuditLog({ params: { projectId: project.id }, query })
  const { flagKey, segmentKey } = items[0]?.meta ?? {}
  if (typeof flagKey === 'string') return { flagKey }
  if (typeof segmentKey === 'string') return { segmentKey }
  return { ...(flagId === null ? {} : { flagId }), ...(segmentId === undefined ? {} : { segmentId }) }
}
