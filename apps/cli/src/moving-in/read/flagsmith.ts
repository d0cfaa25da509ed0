import { Failure } from '../../core/failure.ts'
import { joinLists, onBase, type Reader } from './reader.ts'
import type { Answered, Requests } from './requests.ts'

type Document = { feature_states?: { feature: { name: string } }[]; identity_overrides?: unknown[] }
type Results = { results?: unknown[]; next?: string | null; count?: number }
type Tag = { id: number; label: string }
type Feature = { tags?: unknown[] }

/** The address of the next page, from the `link` header. */
const linked = (headers: Headers): string | undefined =>
  /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(headers.get('link') ?? '')?.[1]

/** Reads the environment document. Only its identity overrides are paged; the rest is the same on each page. */
const readDocument = async (requests: Requests, base: string, key: string): Promise<unknown> => {
  const headers = { 'x-environment-key': key }
  const first = `${base}/api/v1/environment-document/`
  const read = (url: string) => requests({ url, about: 'the environment document', headers })
  let answer = await read(first)
  const document = answer.body as Document
  const identities = [...(document.identity_overrides ?? [])]
  for (let next = linked(answer.headers); next !== undefined; next = linked(answer.headers)) {
    answer = await read(onBase(next, first))
    identities.push(...((answer.body as Document).identity_overrides ?? []))
  }
  return { ...document, identity_overrides: identities }
}

/** Returns no tags if the server is too old to have them. */
const orNone = async (read: () => Promise<Answered>): Promise<Pick<Answered, 'body'>> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure && error.outcome === 'wrongUse') return { body: [] }
    throw error
  }
}

export const flagsmith: Reader = {
  title: 'Flagsmith',
  address: { variable: 'FLAGSMITH_URL', usual: 'https://edge.api.flagsmith.com' },
  keyVariable: 'FLAGSMITH_ENVIRONMENT_KEY',
  environment: readDocument,
  namesIn: (environment) => ((environment as Document).feature_states ?? []).map(({ feature }) => feature.name),
  admin: {
    address: { variable: 'FLAGSMITH_API_URL', usual: 'https://api.flagsmith.com' },
    tokenVariable: 'FLAGSMITH_API_KEY',
    projectVariable: 'FLAGSMITH_PROJECT',
    first: ({ project }) => {
      const path = `/api/v1/projects/${encodeURIComponent(project)}`
      return [`${path}/tags/?page_size=100`, `${path}/features/?page=1&page_size=100`]
    },
    page: async (requests, path, { base, token }) => {
      const isTags = path.includes('/tags/')
      const about = isTags ? 'the tags' : 'the flags of the project'
      const headers = { authorization: `Api-Key ${token}` }
      const read = () => requests({ url: onBase(path, base), about, headers })
      const { body } = await (isTags ? orNone(read) : read())
      const { results = [], next, count } = (Array.isArray(body) ? { results: body } : body) as Results
      const admin = isTags ? { tagList: results } : { results }
      return { admin, next: next ? [onBase(next, base)] : [], total: isTags ? undefined : count }
    },
    // Flags refer to tags by number.
    join: (before, page) => {
      const joined = joinLists(before, page) as { tagList?: Tag[]; results?: Feature[] }
      const labels = new Map((joined.tagList ?? []).map(({ id, label }) => [id, label]))
      const results = (joined.results ?? []).map(({ tags, ...feature }) => ({
        ...feature,
        tags: (tags ?? []).map((tag) => (typeof tag === 'number' ? (labels.get(tag) ?? tag) : tag)),
      }))
      return { ...joined, results }
    },
  },
}
