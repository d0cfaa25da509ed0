import type { AnswerOf, Client, Endpoints } from '@bunting/contract'
import { listAll } from './list-all.ts'
import { type Keyed, orNear } from './or-near.ts'

export type Segment = AnswerOf<Endpoints['getSegment']>
export type ListedSegment = AnswerOf<Endpoints['listSegments']>['items'][number]

type In = { api: Client; project: { id: string; slug: string } }

/** Lists segments with the number of their ids in place of the ids. */
export const listSegments = ({ api, project }: In): Promise<ListedSegment[]> =>
  listAll((query) => api.listSegments({ params: { projectId: project.id }, query }))

export const getSegment = (context: In, segmentKey: string): Promise<Segment> =>
  orNearSegment(context, segmentKey, () => readSegment(context, segmentKey))

const readSegment = ({ api, project }: In, segmentKey: string): Promise<Segment> =>
  api.getSegment({ params: { projectId: project.id, segmentKey } })

/** Suggests a similar key if the segment does not exist. */
export const orNearSegment = <Answer>(context: In, segmentKey: string, ask: () => Promise<Answer>): Promise<Answer> => {
  const { api, project } = context
  const search: Keyed['search'] = (query) => api.listSegments({ params: { projectId: project.id }, query })
  return orNear({ noun: 'segment', project, read: (key) => readSegment(context, key), search }, segmentKey, ask)
}
