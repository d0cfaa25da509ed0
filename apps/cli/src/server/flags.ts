import { type AnswerOf, ApiError, type Client, type Endpoints, nearest } from '@bunting/contract'
import { didYouMean, Failure } from '../failure.ts'
import { listAll } from './list-all.ts'

export type Flag = AnswerOf<Endpoints['getFlag']>

type In = { api: Client; project: { id: string; slug: string } }

export const listFlags = ({ api, project }: In): Promise<Flag[]> =>
  listAll((query) => api.listFlags({ params: { projectId: project.id }, query }))

export const getFlag = (context: In, flagKey: string): Promise<Flag> =>
  orNearFlag(context, flagKey, () => context.api.getFlag({ params: { projectId: context.project.id, flagKey } }))

/** A flag that is not there may be a misspelt one that is. */
export const orNearFlag = async <Answer>(context: In, flagKey: string, ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'RESOURCE_NOT_FOUND') throw error
    const keys = (await listFlags(context)).map(({ key }) => key)
    // The flag is there: it is something else that is not.
    if (keys.includes(flagKey)) throw error
    const message = `There is no flag "${flagKey}" in ${context.project.slug}.${didYouMean(nearest(flagKey, keys))}`
    throw new Failure('refused', message, ['bunting flags list'], error.requestId)
  }
}
