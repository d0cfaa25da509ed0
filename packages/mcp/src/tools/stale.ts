import { fail } from '@bunting/contract'
import { cleanText } from '../answer/clean.ts'
import { answerPage } from '../answer/page.ts'
import type { Call } from '../tool.ts'

type Asked = {
  days: number | undefined
  query?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Lists flags that could be removed from the code. A page may have fewer items than fit where a query leaves some out. */
export const answerStale = async (call: Call, { days, query = '', ...asked }: Asked): Promise<object> => {
  const { api, project, pinnedTo } = call
  if (pinnedTo !== undefined) {
    fail('FORBIDDEN', `A flag is stale by what all environments answered, and these tools are kept to ${pinnedTo}.`)
  }
  const wanted = query.toLowerCase()
  return answerPage(asked, {
    read: async (page) => {
      const found = await api.listStaleFlags({ params: { projectId: project.id }, query: { ...page, days } })
      const matches = ({ key, name }: { key: string; name: string }) => `${key}\n${name}`.toLowerCase().includes(wanted)
      return { ...found, items: found.items.filter(matches) }
    },
    show: (flags) =>
      flags.map(({ key, name, reason, value, lastEvaluatedOn }) => ({
        key,
        name: cleanText(name, 100),
        stale: reason,
        ...(value === null ? {} : { alwaysAnswers: cleanText(value) }),
        lastEvaluatedOn,
        untrusted: true,
      })),
  })
}
