import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openPrometheus } from '../../src/prometheus/open-prometheus.ts'
import { atEnd } from '../../src/testing/at-end.ts'

const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const open = (url: string, token?: string) => {
  const logged: string[] = []
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line).msg) })
  const { ask } = openPrometheus({ url, token }, log)
  const stopping = new AbortController()
  return { logged, stop: () => stopping.abort(), ask: (query: string) => ask(query, stopping.signal) }
}

const one = (value: unknown) => ({ metric: {}, value: [1_794_829_368.3, value] })
const vector = (...result: unknown[]) => ({ status: 'success', data: { resultType: 'vector', result } })
const scalar = (value: string) => ({ status: 'success', data: { resultType: 'scalar', result: [1, value] } })

/** The result that is parsed from an answer. */
const understand = async (body: unknown, status = 200) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const url = await serve((_request, response) => response.writeHead(status).end(text))
  return open(url).ask('up')
}

test.each([
  [vector(one('0.25')), 0.25],
  [vector(one('-1.5e-07')), -1.5e-7],
  [scalar('3'), 3],
])('one finite number is an answer: %j', async (body, value) => expect(await understand(body)).toEqual({ value }))

test.each([
  ['no series', vector(), /no data/],
  ['two series', vector(one('1'), one('1')), /2 series/],
  ['no number', vector(one('NaN')), /answers NaN/],
  ['infinity', scalar('+Inf'), /answers \+Inf/],
  ['infinity below', vector(one('-Inf')), /answers -Inf/],
  ['another text', vector(one('many')), /does not answer as it should/],
  ['an empty text', vector(one('')), /does not answer as it should/],
  ['a number that is no text', vector(one(0)), /does not answer as it should/],
  ['a histogram', vector({ metric: {}, histogram: [1, { count: '1' }] }), /a histogram/],
  ['a range', { status: 'success', data: { resultType: 'matrix', result: [] } }, /a matrix/],
  ['a text', { status: 'success', data: { resultType: 'string', result: [1, '5'] } }, /a string/],
  ['nothing', '', /does not answer as it should/],
  ['a page', '<html>', /does not answer as it should/],
  ['null', 'null', /does not answer as it should/],
  ['no data at all', { status: 'success' }, /does not answer as it should/],
  ['a broken result', { status: 'success', data: { resultType: 'vector', result: { length: 1 } } }, /as it should/],
])('%s is no answer', async (_what, body, unknown) =>
  expect(await understand(body)).toEqual({ unknown: expect.stringMatching(unknown) }),
)

test.each([400, 401, 404, 422, 500, 502, 503])('a %i is no answer, whatever is in it', async (status) => {
  expect(await understand(vector(one('0')), status)).toEqual({ unknown: expect.stringContaining(String(status)) })
})

test('a query that is refused is unknown, with what can be shown of what Prometheus says of it', async () => {
  const error = `parse\0 \u202eerror: ${'x'.repeat(5_000)}`
  const { unknown } = (await understand({ status: 'error', errorType: 'bad_data', error }, 400)) as { unknown: string }
  expect(unknown).toContain('parse error: xxx')
  expect(unknown.length).toBeLessThan(400)
})

test('it is asked below its path, with its token, and the query as it is', async () => {
  const requests: (string | undefined)[] = []
  const url = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://test')
    requests.push(pathname, request.headers.authorization, searchParams.get('query') ?? undefined)
    response.end(JSON.stringify(scalar('1')))
  })
  const query = 'sum(rate(a{b=~"c|d", e!="f&g=h+é"}[5m])) / 2'
  expect(await open(`${url}/prometheus/`, 'hush').ask(query)).toEqual({ value: 1 })
  expect(requests.slice(-3)).toEqual(['/prometheus/api/v1/query', 'Bearer hush', query])
})

test('a redirect is not followed', async () => {
  const asked = vi.fn()
  const elsewhere = await serve((_request, response) => {
    asked()
    response.end(JSON.stringify(scalar('0')))
  })
  const url = await serve((_request, response) => response.writeHead(302, { location: elsewhere }).end())
  expect(await open(url, 'hush').ask('up')).toEqual({ unknown: expect.stringContaining('302') })
  expect(asked).not.toHaveBeenCalled()
})

test('an answer without end is not read to its end', async () => {
  const url = await serve((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(64 * 1_024)));
      response.once('drain', more)
    }
    more()
  })
  expect(await open(url).ask('up')).toEqual({ unknown: expect.stringContaining('more than') })
})

test('whoever stops does not wait for an answer, and takes nothing for one', async () => {
  const url = await serve(() => undefined)
  const { ask, stop, logged } = open(url)
  const asking = ask('up')
  stop()
  await expect(asking).rejects.toThrow('aborted')
  expect(logged).toEqual([])
})

test('that it does not answer is told once, at the start, and once that it answers again', async () => {
  let status = 503
  const url = await serve((_request, response) => response.writeHead(status).end(JSON.stringify(scalar('1'))))
  const { ask, logged } = open(url)
  await vi.waitFor(() => expect(logged).toHaveLength(1))
  expect(logged).toEqual([expect.stringMatching(/^Prometheus does not answer/)])
  await ask('up')
  expect(logged).toHaveLength(1)
  status = 200
  await ask('up')
  await ask('up')
  expect(logged).toEqual([expect.any(String), 'Prometheus answers again'])
})
