import type { Environment, Project } from '@bunting/contract'
import type { Answer, Json, Send } from './clients/answer.ts'

type OrganizationWithDefaults = { id: string; key: string; project: Project & { environments: Environment[] } }
type SendJson = (method: string, path: string, send?: Send) => Promise<Answer>

export type TestOrganization = ReturnType<typeof testOrganization>

let made = 0
const unique = (word: string): string => `${word}-${++made}`

/** An organization with its project, and builders that fill in whatever a test does not care about. */
export const testOrganization = (sendJson: SendJson, { id, key, project }: OrganizationWithDefaults) => {
  const send = (method: string, path: string, body?: unknown, as = key) =>
    sendJson(method, path, { key: as, ...(body === undefined ? {} : { body }) })
  const base = `/v1/projects/${project.id}`
  const environmentId = (slug: string): string => {
    const found = project.environments.find((environment) => environment.slug === slug)
    if (!found) throw new Error(`no environment ${slug}`)
    return found.id
  }
  const at = (flagKey: string, slug = 'development') => `${base}/environments/${environmentId(slug)}/flags/${flagKey}`
  const segmentAt = (segmentKey: string, slug = 'development') =>
    `${base}/environments/${environmentId(slug)}/segments/${segmentKey}`

  /** Ids, as a body that is not JSON. */
  const upload = (path: string, ids: string | Uint8Array, headers: Record<string, string> = {}, as = key) =>
    sendJson('POST', path, { key: as, body: ids, headers: { 'content-type': 'text/plain', ...headers } })

  return {
    id,
    key,
    project,
    base,
    environmentId,
    /** The path of a flag in an environment. */
    at,
    /** The path of a segment in an environment. */
    segmentAt,
    send,
    get: (path: string, as?: string) => send('GET', path, undefined, as),
    post: (path: string, body?: unknown, as?: string) => send('POST', path, body, as),
    put: (path: string, body: unknown, as?: string) => send('PUT', path, body, as),
    patch: (path: string, body: unknown, as?: string) => send('PATCH', path, body, as),
    delete: (path: string, as?: string) => send('DELETE', path, undefined, as),

    createFlag: async (fields: object = {}): Promise<Json> => {
      const flagKey = unique('flag')
      const { body } = await send('POST', `${base}/flags`, { key: flagKey, name: flagKey, type: 'boolean', ...fields })
      return body
    },
    createSegment: async (fields: object = {}): Promise<Json> => {
      const segmentKey = unique('segment')
      const { body } = await send('POST', `${base}/segments`, { key: segmentKey, name: segmentKey, ...fields })
      return body
    },
    /** Creates a segment with a version, so that rules can refer to it. */
    saveSegment: async (fields: object = {}, slug = 'development'): Promise<Json> => {
      const segmentKey = unique('segment')
      const { body } = await send('POST', `${base}/segments`, { key: segmentKey, name: segmentKey })
      await send('PUT', segmentAt(segmentKey, slug), { version: 1, ...fields })
      return body
    },
    upload,
    /** A large segment that has these ids, a line each. */
    uploadSegment: async (ids: string, fields: object = {}, slug = 'development'): Promise<Json> => {
      const segmentKey = unique('segment')
      const large = { key: segmentKey, name: segmentKey, large: true, ...fields }
      const { body } = await send('POST', `${base}/segments`, large)
      await upload(`${segmentAt(segmentKey, slug)}/ids?op=add`, ids)
      return body
    },
    createKey: async (fields: object = {}, slug = 'development'): Promise<Json> => {
      const path = `${base}/environments/${environmentId(slug)}/api-keys`
      const { body } = await send('POST', path, { type: 'server', description: unique('key'), ...fields })
      return body
    },
    protect: (slug: string, protection = true) =>
      send('PATCH', `${base}/environments/${environmentId(slug)}`, { protected: protection }),
    /** Reads all pages of a list. */
    walk: async (path: string, limit = 100): Promise<Json[]> => {
      const items: unknown[] = []
      for (let cursor = ''; ; ) {
        const { body } = await send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`)
        items.push(...body.items)
        if (!body.hasMore) return items
        cursor = `&cursor=${body.nextCursor}`
      }
    },
  }
}

/** A valid config, with the fields that the test is about. */
export const config = (fields: object = {}): Record<string, unknown> => ({
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: [],
  ...fields,
})

/** A condition and a rule that refer to segments. */
export const inSegment = (value: string | string[]) => ({ operator: 'in_segment', value })
export const ruleIn = (value: string | string[], fields: object = {}) => ({ conditions: [inSegment(value)], ...fields })
