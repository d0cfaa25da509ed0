import { expect, test } from 'vitest'
import { runBunting } from './support/bunting.ts'
import { listenWith } from './support/proxy.ts'
import { useServer } from './support/server.ts'

const cli = useServer()

const listProjects = (url: string, key = 'sk_x') =>
  runBunting(['projects', 'list'], { variables: { BUNTING_URL: url, BUNTING_KEY: key } })

test('a server that is not there is exit code 3, with what to look at', async () => {
  const gone = await listenWith(() => undefined)
  await gone[Symbol.asyncDispose]()
  const answer = await listProjects(gone.url)
  expect(answer).toMatchObject({ code: 3, stdout: '' })
  expect(answer.stderr).toContain(`${gone.url} cannot be reached: nothing listens there.`)
  expect(answer.stderr).toContain('bunting serve')
  expect(answer.stderr).toContain('BUNTING_URL')
})

test('a key that is none is refused with the request it was', async () => {
  const { code, stderr } = await listProjects(cli.server.managementUrl, 'sk_nobody')
  expect(code).toBe(1)
  expect(stderr).toMatch(/INVALID_API_KEY[\s\S]*bunting login[\s\S]*request [0-9a-f-]{36}/)
})

test('something else at that address is told apart from Bunting', async () => {
  await using page = await listenWith((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  )
  expect(await listProjects(page.url)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('not as Bunting does'),
  })
})

test('a redirect is not followed with the key', async () => {
  const asked: string[] = []
  await using target = await listenWith((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await using proxy = await listenWith((_, response) => response.writeHead(301, { location: target.url }).end())
  expect(await listProjects(proxy.url)).toMatchObject({ code: 1, stderr: expect.stringContaining(target.url) })
  expect(asked).toEqual([])
})

test('a server that fails is exit code 3, and one that is busy is asked again', async () => {
  const error = JSON.stringify({ error: { code: 'SERVICE_UNAVAILABLE', message: 'The database does not answer.' } })
  let asked = 0
  await using busy = await listenWith((_, response) => {
    asked++
    const headers = { 'content-type': 'application/json', 'retry-after': '0' }
    response.writeHead(asked === 1 ? 429 : 503, headers).end(error)
  })
  expect(await listProjects(busy.url)).toMatchObject({ code: 3, stderr: expect.stringContaining('does not answer') })
  expect(asked).toBe(2)
})

test('an error that only a newer server knows is a refusal like others', async () => {
  const error = JSON.stringify({ error: { code: 'TEAPOT', message: 'This is a teapot.' } })
  await using newer = await listenWith((_, response) =>
    response.writeHead(418, { 'content-type': 'application/json' }).end(error),
  )
  expect(await listProjects(newer.url)).toMatchObject({ code: 1, stderr: 'Error: This is a teapot. (TEAPOT)\n' })
})
