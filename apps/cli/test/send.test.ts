import { createClient, eventsType, fileType, linesType } from '@bunting/contract'
import { expect, test } from 'vitest'
import { send } from '../src/server/send.ts'
import { listenWith } from './support/proxy.ts'

test.each([linesType, eventsType, fileType])('what comes as %s is an answer of Bunting', async (type) => {
  await using server = await listenWith((_, response) => response.writeHead(200, { 'content-type': type }).end())
  expect((await send(server.url)).headers.get('content-type')).toBe(type)
})

test('a project is followed as it changes', async () => {
  await using server = await listenWith((_, response) =>
    response
      .writeHead(200, { 'content-type': eventsType })
      .write('event: changed\ndata: {"action":"flag.created"}\n\n'),
  )
  const client = createClient({ baseUrl: server.url, key: 'sk_x', fetch: send })
  for await (const event of await client.streamProject({ params: { projectId: 'proj_x' } })) {
    expect(event).toMatchObject({ event: 'changed' })
    break
  }
})
