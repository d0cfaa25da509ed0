import { invalid, type Page } from '@bunting/contract'
import { readIsoInstant } from '@bunting/engine'
import { z } from 'zod'
import { cleanText } from '../answer/clean.ts'
import { answerPage, cursor } from '../answer/page.ts'
import { bounded } from '../answer/size.ts'
import { type Call, reading } from '../tool.ts'
import { environment, key } from './fields.ts'
import { nameActors } from './name-actors.ts'

const input = z.strictObject({
  key: key.optional(),
  environment: environment.optional(),
  since: z.string().max(40).optional().describe('ISO date or instant'),
  cursor,
})

type Asked = { since: string | undefined; cursor: string | undefined }

export const history = reading({
  name: 'history',
  description: 'List changes, newest first: config versions of a flag, or the audit log.',
  input,
  answer: async (call, { key, environment, ...asked }) => {
    const slug = environment ?? call.pinnedTo
    const envId = slug === undefined ? undefined : (await call.getEnvironment(slug)).id
    const { since, cursor } = asked
    return key === undefined
      ? answerEntries(call, envId, { since, cursor })
      : answerVersions(call, key, envId, { since, cursor })
  },
})

const maxMetaBytes = 400

const answerEntries = (call: Call, environmentId: string | undefined, { since, cursor }: Asked): Promise<object> =>
  answerPage(
    { cursor },
    {
      read: (page) =>
        call.api.listAuditLog({
          params: { projectId: call.project.id },
          query: { ...page, from: since, environmentId },
        }),
      show: async (entries) => {
        const nameOf = await nameActors(
          call.api,
          entries.map(({ actorId }) => actorId),
        )
        return entries.map(({ createdAt, actorId, action, meta }) => ({
          at: createdAt,
          by: nameOf(actorId),
          action,
          meta: bounded(meta, maxMetaBytes),
          untrusted: true,
        }))
      },
    },
  )

type Version = Awaited<ReturnType<Call['api']['listFlagVersionsEverywhere']>>['items'][number]

const answerVersions = async (
  call: Call,
  flagKey: string,
  envId: string | undefined,
  { since, cursor }: Asked,
): Promise<object> => {
  const slugs = new Map((await call.listEnvironments()).map(({ id, slug }) => [id as string, slug]))
  return answerPage(
    { cursor },
    {
      read: async (page) => notBefore(since, await readVersions(call, flagKey, envId, page)),
      show: async (versions) => {
        const nameOf = await nameActors(
          call.api,
          versions.map(({ createdBy }) => createdBy),
        )
        return versions.map(({ createdAt, createdBy, environmentId, version, comment, proposalId, emergency }) => ({
          at: createdAt,
          by: nameOf(createdBy),
          environment: slugs.get(environmentId),
          version,
          ...(comment === undefined ? {} : { comment: cleanText(comment) }),
          ...(proposalId === null ? {} : { proposalId }),
          ...(emergency ? { emergency } : {}),
          untrusted: true,
        }))
      },
    },
  )
}

const readVersions = async (
  { api, project }: Call,
  flagKey: string,
  envId: string | undefined,
  query: { limit: number; cursor: number | undefined },
): Promise<Page<Version>> => {
  const params = { projectId: project.id, flagKey }
  if (envId === undefined) return api.listFlagVersionsEverywhere({ params, query })
  const page = await api.listFlagVersions({ params: { ...params, envId }, query })
  return { ...page, items: page.items.map((version) => ({ ...version, environmentId: envId })) }
}

/** Versions come newest first, so those before an instant end the list. */
const notBefore = (since: string | undefined, page: Page<Version>): Page<Version> => {
  if (since === undefined) return page
  const ms =
    readIsoInstant(since) ??
    invalid('since is no time.', [{ path: 'since', message: 'must be an ISO date or instant' }])
  const items = page.items.filter(({ createdAt }) => Date.parse(createdAt) >= ms)
  return items.length < page.items.length ? { items, nextCursor: null, hasMore: false } : page
}
