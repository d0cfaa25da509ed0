import { ApiError, nearest, type Page } from '@bunting/contract'
import { didYouMean, Failure } from '../core/failure.ts'

/** What has keys in a project: flags, segments or metrics. */
export type Keyed = {
  noun: 'flag' | 'segment' | 'metric'
  project: { slug: string }
  read(key: string): Promise<unknown>
  search(query: { limit: number; search: string | undefined }): Promise<Page<{ key: string }>>
}

/** Asks, and suggests a similar key if there is no such resource. */
export const orNear = async <Answer>(keyed: Keyed, key: string, ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'RESOURCE_NOT_FOUND') throw error
    // The resource exists, so something else was not found.
    if (await isThere(keyed, key)) throw error
    const near = nearest(key, await searchNear(keyed.search, key))
    const message = `There is no ${keyed.noun} "${key}" in ${keyed.project.slug}.${didYouMean(near)}`
    throw new Failure('refused', message, [`bunting ${keyed.noun}s list`], error.requestId)
  }
}

const isThere = (keyed: Keyed, key: string): Promise<boolean> =>
  keyed.read(key).then(
    () => true,
    () => false,
  )

/** The server allows no longer key. */
const maxKeyLength = 128

/**
 * Searches keys that are similar to a mistyped one, in four requests at most. A typo leaves at least one third of the key
 * intact, so each third is searched for.
 */
export const searchNear = async (search: Keyed['search'], typed: string): Promise<string[]> => {
  const read = (part?: string) => search({ limit: 100, search: part })
  const newest = await read()
  const third = Math.ceil(Math.min(typed.length, maxKeyLength) / 3)
  const parts = [0, 1, 2].map((at) => typed.slice(at * third, (at + 1) * third)).filter((part) => part !== '')
  const found = newest.hasMore ? await Promise.all(parts.map(read)) : []
  return [newest, ...found].flatMap(({ items }) => items.map(({ key }) => key))
}
