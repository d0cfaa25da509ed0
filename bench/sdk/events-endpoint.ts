import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

// Takes events, in a thread of its own, and says where.
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(202).end('{"accepted":1000,"rejected":[]}'))
})
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
