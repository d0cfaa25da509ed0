import { type AnswerOf, ApiError, type Client, type Endpoints } from '@bunting/contract'
import { listAll } from './list-all.ts'
import { type Keyed, orNear, searchNear } from './or-near.ts'

export type Flag = AnswerOf<Endpoints['getFlag']>

type In = { api: Client; project: { id: string; slug: string } }

export const listFlags = ({ api, project }: In): Promise<Flag[]> =>
  listAll((query) => api.listFlags({ params: { projectId: project.id }, query }))

export const getFlag = (context: In, flagKey: string): Promise<Flag> =>
  orNearFlag(context, flagKey, () => context.api.getFlag({ params: { projectId: context.project.id, flagKey } }))

export type Dependent = AnswerOf<Endpoints['listFlagDependents']>['items'][number]

/** Lists the flags that need this one; none if the server is older and does not have this endpoint. */
export const listDependents = async ({ api, project }: In, flagKey: string): Promise<Dependent[]> => {
  try {
    return await listAll((query) => api.listFlagDependents({ params: { projectId: project.id, flagKey }, query }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

type Search = Pick<In, 'api'> & { project: { id: string } }

const searchIn =
  ({ api, project }: Search): Keyed['search'] =>
  (query) =>
    api.listFlags({ params: { projectId: project.id }, query })

/** Suggests a similar key if the flag does not exist. */
export const orNearFlag = <Answer>(context: In, flagKey: string, ask: () => Promise<Answer>): Promise<Answer> => {
  const { api, project } = context
  const read = (key: string) => api.getFlag({ params: { projectId: project.id, flagKey: key } })
  return orNear({ noun: 'flag', project, read, search: searchIn(context) }, flagKey, ask)
}

/** Lists keys that are similar to a mistyped one. */
export const listNearKeys = (context: Search, typed: string): Promise<string[]> => searchNear(searchIn(context), typed)
