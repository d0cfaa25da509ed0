// Answers as long as the ones that they are compared with; nothing is looked up, checked or evaluated.

type Asked = { flagKey?: string; flags?: string[]; context: { targetingKey?: string } }

const requestId = '00000000-0000-4000-8000-000000000000'
const environmentId = 'env_bench'
const ofrep = '/ofrep/v1/evaluate/flags'
const results = [
  { value: true, reason: 'DEFAULT' },
  { value: true, reason: 'RULE_MATCH', ruleId: 'rule-1' },
  { value: false, reason: 'DEFAULT' },
]
let turn = 0
const result = () => results[turn++ % results.length] as (typeof results)[0]

const ofrepFlag = (key: string, contextId: string | undefined): object => {
  const { value, reason, ruleId } = result()
  const metadata = { version: 1, ruleId, flagSetId: environmentId, contextId }
  return { key, value, reason, variant: String(value), metadata }
}

const ofrepKeys = Array.from({ length: 50 }, (_, at) => `flag-${at}`)
const eventStream = { type: 'sse', endpoint: { requestUri: `/ofrep/v1/stream?token=${requestId}${requestId}` } }

const answerTo = (url: string, { flagKey, flags, context }: Asked): object => {
  if (url === ofrep) {
    return { flags: ofrepKeys.map((key) => ofrepFlag(key, context.targetingKey)), eventStreams: [eventStream] }
  }
  if (url.startsWith(ofrep)) return ofrepFlag(url.slice(ofrep.length + 1), context.targetingKey)
  if (flags === undefined) return { flagKey, ...result(), requestId }
  const byKey: Record<string, object> = {}
  for (const key of flags) byKey[key] = result()
  const meta = { environmentId, evaluatedAt: new Date().toISOString(), cacheAge: 0, requestId }
  return { results: byKey, meta }
}

/** JSON in, JSON out. */
export const plainAnswer = (url: string, body: string): string =>
  JSON.stringify(answerTo(url, JSON.parse(body) as Asked))
