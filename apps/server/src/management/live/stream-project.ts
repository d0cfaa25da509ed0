import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const streamProject = handle(endpoints.streamProject, async ({ live, actor, project, lastEventId }) =>
  live.follow(actor, project, lastEventId),
)
