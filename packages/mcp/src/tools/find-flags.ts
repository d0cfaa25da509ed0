import { type Environment, invalid } from '@bunting/contract'
import { configText } from '@bunting/contract/text'
import { z } from 'zod'
import { cleanText } from '../answer/clean.ts'
import { answerPage, cursor } from '../answer/page.ts'
import { type Call, reading } from '../tool.ts'
import { environment } from './fields.ts'
import { answerStale } from './stale.ts'

const input = z.strictObject({
  query: z.string().max(200).optional().describe('part of key or name'),
  environment: environment.optional(),
  tag: z.string().max(50).optional(),
  stale: z.boolean().optional().describe('only unused or single-valued'),
  limit: z.int().min(1).max(20).optional(),
  cursor,
})

export const findFlags = reading({
  name: 'find_flags',
  description: 'List active flags: what they are, and where they are on.',
  input,
  answer: async (call, { query, environment, tag, stale, ...asked }) => {
    if (stale) {
      const others = Object.entries({ tag, environment }).flatMap(([path, given]) =>
        given === undefined ? [] : [path],
      )
      if (others.length > 0) {
        const details = others.map((path) => ({ path, message: 'must not be there' }))
        invalid('stale is asked of the whole project.', details)
      }
      return answerStale(call, { days: undefined, query, ...asked })
    }
    const environments =
      environment === undefined ? await call.listEnvironments() : [await call.getEnvironment(environment)]
    return answerPage(asked, {
      read: (page) =>
        call.api.listFlags({
          params: { projectId: call.project.id },
          query: { ...page, archived: false, search: query, tag },
        }),
      show: (flags) => flags.map((flag) => showFlag(flag, environments, environment !== undefined)),
    })
  },
})

type Flag = Awaited<ReturnType<Call['api']['listFlags']>>['items'][number]

/** More would not fit beside the texts. */
const maxShown = { tags: 5, environments: 12 }

const showFlag = (flag: Flag, environments: readonly Environment[], inWords: boolean): object => ({
  key: flag.key,
  type: flag.type,
  name: cleanText(flag.name, 100),
  ...(flag.description ? { description: cleanText(flag.description) } : {}),
  ...(flag.tags ? { tags: flag.tags.slice(0, maxShown.tags).map((tag) => cleanText(tag)) } : {}),
  untrusted: true,
  environments: Object.fromEntries(
    environments.slice(0, maxShown.environments).map(({ id, slug }) => {
      const config = flag.versions[id]?.config
      if (!config) return [slug, 'no config']
      return [slug, inWords ? cleanText(configText(config)) : config.enabled ? 'on' : 'off']
    }),
  ),
})
