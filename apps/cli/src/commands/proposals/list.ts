import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { oneOf, switched } from '../../core/parameters.ts'
import { changeText } from '../../output/note-proposed.ts'
import { green, type Part, red, yellow } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { listFlags } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'
import { listSegments } from '../../server/segments.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { listWaiting } from './list-waiting.ts'

const states = { pending: yellow('pending'), approved: green('approved'), rejected: red('rejected') }

export const listProposals = command({
  name: 'list',
  summary: 'List the proposals of a project',
  target: 'project',
  options: {
    status: oneOf('status', ['pending', 'approved', 'rejected'], 'only these (default: all)'),
    waiting: switched('those that wait for your approval instead, in every project'),
    ...pagingOptions,
  },
  examples: [
    'proposals list --status pending',
    'proposals list --waiting',
    'proposals list --project shop --all --json',
  ],
  run: async (context, { status, waiting, ...paging }) => {
    if (waiting && status !== undefined) wrongUse('What waits is pending: say --waiting or --status.')
    if (waiting) return listWaiting(context, paging)
    const { api, out, project } = context
    const params = { projectId: project.id }
    const page = await readPage(paging, (query) => api.listProjectProposals({ params, query: { ...query, status } }))
    const flags = page.items.length === 0 ? [] : await listFlags(context)
    const segments = page.items.some(({ segmentId }) => segmentId !== undefined) ? await listSegments(context) : []
    const environments = await listEnvironments(api, project)
    const nameOf = await nameActors(
      api,
      page.items.flatMap(({ createdBy, reviewedBy }) => [createdBy, reviewedBy]),
    )
    out.show(page, () => {
      out.table(
        ['id', 'status', 'of', 'environment', 'what', 'by', 'when', 'reviewed by', 'note', 'comment'],
        page.items.map((proposal): Part[] => [
          proposal.id,
          states[proposal.status],
          keyOf([...flags, ...segments], proposal),
          environments.find(({ id }) => id === proposal.environmentId)?.slug ?? proposal.environmentId,
          proposal.change ? changeText(proposal.change) : (proposal.kind ?? 'config'),
          nameOf(proposal.createdBy),
          timeText(proposal.createdAt),
          proposal.reviewedBy === null ? '' : nameOf(proposal.reviewedBy),
          proposal.reviewNote ?? '',
          proposal.comment ?? '',
        ]),
      )
      noteMore(out, page)
    })
  },
})

const keyOf = (
  known: readonly { id: string; key: string }[],
  { flagId, segmentId }: { flagId: string | null; segmentId?: string | undefined },
): string => {
  const wanted = flagId ?? segmentId ?? ''
  return known.find(({ id }) => id === wanted)?.key ?? wanted
}
