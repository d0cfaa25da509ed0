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
    // The flag is there: it is something else that is not.
    if (await isThere(context, flagKey)) throw error
    const near = nearest(flagKey, await listNearKeys(context, flagKey))
    const message = `There is no flag "${flagKey}" in ${context.project.slug}.${didYouMean(near)}`
    throw new Failure('refused', message, ['bunting flags list'], error.requestId)
  }
}

const isThere = ({ api, project }: In, flagKey: string): Promise<boolean> =>
  api.getFlag({ params: { projectId: project.id, flagKey } }).then(
    () => true,
    () => false,
  )

/** No key is longer. */
const maxKeyLength = 128

/**
 * Keys that a mistyped one may stand for: four pages at the most, however many flags there are. A mistake leaves a third
 * of a key as it is, and what has that in it can be searched for.
 */
export const listNearKeys = async ({ api, project }: Pick<In, 'api'> & { project: { id: string } }, typed: string) => {
  const read = (search?: string) => api.listFlags({ params: { projectId: project.id }, query: { limit: 100, search } })
  const newest = await read()
  const third = Math.ceil(Math.min(typed.length, maxKeyLength) / 3)
  const parts = [0, 1, 2].map((at) => typed.slice(at * third, (at + 1) * third)).filter((part) => part !== '')
  const found = newest.hasMore ? await Promise.all(parts.map(read)) : []
  return [newest, ...found].flatMap(({ items }) => items.map(({ key }) => key))
}
