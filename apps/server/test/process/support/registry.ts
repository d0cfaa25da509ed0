import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Version = { dist: { tarball: string } }
type Published = {
  name: string
  versions: Record<string, Version>
  _attachments?: Record<string, { data: string }>
}

/** As much of an npm registry as publishing and installing need. */
export const startRegistry = async () => {
  const packages = new Map<string, Published>()
  const files = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'PUT') {
      const { _attachments: attached = {}, ...published } = JSON.parse(await text(request)) as Published
      for (const [file, { data }] of Object.entries(attached)) {
        files.set(`-/${file}`, Buffer.from(data, 'base64'))
        for (const one of Object.values(published.versions)) one.dist.tarball = `${url}/-/${file}`
      }
      packages.set(published.name, published)
      return answer(201, {})
    }
    const file = files.get(path)
    if (file) return response.end(file)
    const known = packages.get(path)
    return known ? answer(200, known) : answer(404, {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    names: () => [...packages.keys()].sort(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
