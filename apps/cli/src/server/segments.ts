import type { AnswerOf, Client, Endpoints } from '@bunting/contract'
import { listAll } from './list-all.ts'
import { type Keyed, orNear } from './or-near.ts'

export type Segment = AnswerOf<Endpoints['getSegment']>
export type ListedSegment = AnswerOf<Endpoints['listSegments']>['items'][number]

type In = { api: Client; project: { id: string; slug: string } }

/** How many ids there are instead of the ids. */
export const listSegments = ({ api, project }: In): Promise<ListedSegment[]> =>
  listAll((query) => api.listSegments({ params: { projectId: project.id }, query }))

export const getSegment = (context: In, segmentKey: string): Promise<Segment> =>
  orNearSegment(context, segmentKey, () => readSegment(context, segmentKey))

const readSegment = ({ api, project }: In, segmentKey: string): Promise<Segment> =>
  api.getSegment({ params: { projectId: project.id, segmentKey } })

/** A segment that is not there may be a misspelt one that is. */
export const orNearSegment = <Answer>(context: In, segmentKey: string, ask: () => Promise<Answer>): Promise<Answer> => {
  const { api, project } = context
  const search: Keyed['search'] = (query) => api.listSegments({ params: { projectId: project.id }, query })
  return orNear({ noun: 'segment', project, read: (key) => readSegment(context, key), search }, segmentKey, ask)
}
