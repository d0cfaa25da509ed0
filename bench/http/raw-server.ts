import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// What anybody would write who wants JSON in and JSON out and nothing else: the yardstick. Its answers are as long as
// the ones it is compared with; it looks nothing up, checks nothing and evaluates nothing.

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

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    const text = JSON.stringify(answerTo(JSON.parse(body) as Asked))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  })
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
