import { wrongUse } from '../../core/failure.ts'
import { type AdminAccess, onBase, type Reader } from './reader.ts'
import type { Requests } from './requests.ts'

type Environment = Record<string, unknown> & { rules?: { _id?: string }[] }
type Item = {
  key: string
  variations?: { value: unknown }[]
  clientSideAvailability?: unknown
  environments?: Record<string, Environment>
}
type Items = { items: Item[]; totalCount?: number; _links?: { next?: { href?: string } } }

/** The most environments that one request returns. */
const maxEnvironments = 3

const title = 'LaunchDarkly'

const get = async (requests: Requests, path: string, { base, token }: AdminAccess, about: string): Promise<Items> => {
  const headers = { authorization: token, 'ld-api-version': '20240415' }
  const { body } = await requests({ url: onBase(path, base), about, headers })
  const { items } = (body ?? {}) as Partial<Items>
  return Array.isArray(items) ? (body as Items) : wrongUse(`${base} does not answer as ${title} does.`)
}

const nextOf = ({ _links }: Items): string[] => (_links?.next?.href === undefined ? [] : [_links.next.href])

/** The flag in the form in which SDKs read it. */
const flagOf = ({ key, variations, clientSideAvailability }: Item, config: Environment): object => ({
  ...config,
  key,
  clientSideAvailability,
  variations: (variations ?? []).map(({ value }) => value),
  rules: (config.rules ?? []).map((rule) => ({ ...rule, id: rule._id })),
})

export const launchdarkly: Reader = {
  title,
  address: { variable: 'LAUNCHDARKLY_SDK_URL', usual: 'https://sdk.launchdarkly.com' },
  keyVariable: 'LAUNCHDARKLY_SDK_KEY',
  environment: async (requests, base, key) =>
    (await requests({ url: `${base}/sdk/latest-all`, about: 'the flags', headers: { authorization: key } })).body,
  namesIn: (environment) => Object.keys((environment as { flags?: object }).flags ?? {}),
  admin: {
    address: { variable: 'LAUNCHDARKLY_URL', usual: 'https://app.launchdarkly.com' },
    tokenVariable: 'LAUNCHDARKLY_ACCESS_TOKEN',
    projectVariable: 'LAUNCHDARKLY_PROJECT',
    first: ({ project, environments }) =>
      Array.from({ length: Math.ceil(environments.length / maxEnvironments) }, (_, at) => {
        const some = environments.slice(at * maxEnvironments, (at + 1) * maxEnvironments)
        const query = new URLSearchParams([['summary', '0'], ['limit', '100'], ...some.map((name) => ['env', name])])
        return `/api/v2/flags/${encodeURIComponent(project)}?${query}`
      }),
    page: async (requests, path, access) => {
      const page = await get(requests, path, access, `the flags of ${access.project}`)
      return { admin: { items: page.items }, next: nextOf(page), total: page.totalCount }
    },
    // Each request covers three environments, so a flag comes once for each of them.
    join: (before, page) => {
      const known = new Map(((before as Items | undefined)?.items ?? []).map((item) => [item.key, item]))
      for (const item of (page as Items).items) {
        const environments = { ...known.get(item.key)?.environments, ...item.environments }
        known.set(item.key, { ...item, environments })
      }
      return { items: [...known.values()] }
    },
    environment: async (requests, name, access, admin) => {
      const segments: Item[] = []
      const left = [`/api/v2/segments/${encodeURIComponent(access.project)}/${encodeURIComponent(name)}`]
      for (const path of left) {
        const page = await get(requests, path, access, `the segments of ${name}`)
        segments.push(...page.items)
        left.push(...nextOf(page))
      }
      const flags = (admin as Items).items.flatMap((item) => {
        const config = item.environments?.[name]
        return config ? [[item.key, flagOf(item, config)]] : []
      })
      return {
        flags: Object.fromEntries(flags),
        segments: Object.fromEntries(segments.map((segment) => [segment.key, segment])),
      }
    },
  },
}
