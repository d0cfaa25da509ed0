import { createServer } from 'node:http'
import { openFlags } from '@bunting/sdk-server'

const { BUNTING_DELIVERY_URL: url = 'http://127.0.0.1:4001', BUNTING_KEY: key = '', PORT = '3000' } = process.env

const flags = openFlags({ url, key })
await flags.ready()

const server = createServer((request, response) => {
  const userId = new URLSearchParams(request.url?.split('?')[1]).get('user') ?? 'nobody'
  response.end(`${flags.string('greeting', { userId }, 'Hello')}, ${userId}!\n`)
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(server.address()))
