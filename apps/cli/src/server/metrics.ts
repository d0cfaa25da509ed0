import type { AnswerOf, Client, Endpoints } from '@bunting/contract'
import { type Keyed, orNear } from './or-near.ts'

export type Metric = AnswerOf<Endpoints['getMetric']>

type In = { api: Client; project: { id: string; slug: string } }

/** A metric that is not there may be a misspelt one that is. */
export const orNearMetric = <Answer>(context: In, metricKey: string, ask: () => Promise<Answer>): Promise<Answer> => {
  const { api, project } = context
  const search: Keyed['search'] = (query) => api.listMetrics({ params: { projectId: project.id }, query })
  const read = (key: string) => api.getMetric({ params: { projectId: project.id, metricKey: key } })
  return orNear({ noun: 'metric', project, read, search }, metricKey, ask)
}
