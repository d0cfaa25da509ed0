import type { Contexts } from '../../core/context.ts'
import { changeText } from '../../output/note-proposed.ts'
import type { Part } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { listAll } from '../../server/list-all.ts'
import { nameActors } from '../../server/name-actors.ts'
import { noteMore, readPage } from '../paging.ts'

/** The proposals that the caller may approve, in all projects. */
export const listWaiting = async (
  { api, out }: Contexts['project'],
  paging: Parameters<typeof readPage>[0],
): Promise<void> => {
  const page = await readPage(paging, (query) => api.listWaitingProposals({ query }))
  const concerned = new Set(page.items.map(({ projectId }) => projectId))
  const projects = (await listAll((query) => api.listProjects({ query }))).filter(({ id }) => concerned.has(id))
  const environments = (await Promise.all(projects.map((project) => listEnvironments(api, project)))).flat()
  const nameOf = await nameActors(
    api,
    page.items.map(({ createdBy }) => createdBy),
  )
  out.show(page, () => {
    out.table(
      ['id', 'project', 'of', 'environment', 'what', 'by', 'when', 'comment'],
      page.items.map((proposal): Part[] => [
        proposal.id,
        projects.find(({ id }) => id === proposal.projectId)?.slug ?? proposal.projectId,
        proposal.flagKey ?? proposal.segmentKey ?? '',
        environments.find(({ id }) => id === proposal.environmentId)?.slug ?? proposal.environmentId,
        proposal.change ? changeText(proposal.change) : (proposal.kind ?? 'config'),
        nameOf(proposal.createdBy),
        timeText(proposal.createdAt),
        proposal.comment ?? '',
      ]),
    )
    noteMore(out, page)
  })
}
