// Answers as long as the ones that they are compared with; nothing is looked up, checked or evaluated.

type Asked = { flagKey?: string; flags?: string[] }

const requestId = '00000000-0000-4000-8000-000000000000'
const results = [
  { value: true, reason: 'DEFAULT' },
  { value: true, reason: 'RULE_MATCH', ruleId: 'rule-1' },
  { value: false, reason: 'DEFAULT' },
]
let turn = 0
const result = () => results[turn++ % results.length] as object

const answerTo = ({ flagKey, flags }: Asked): object => {
  if (flags === undefined) return { flagKey, ...result(), requestId }
  const byKey: Record<string, object> = {}
  for (const key of flags) byKey[key] = result()
  const meta = { environmentId: 'env_bench', evaluatedAt: new Date().toISOString(), cacheAge: 0, requestId }
  return { results: byKey, meta }
}

/** JSON in, JSON out. */
export const plainAnswer = (body: string): string => JSON.stringify(answerTo(JSON.parse(body) as Asked))
