import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainAnswer } from './plain-answer.ts'

// What anybody would write who wants JSON in and JSON out and nothing else: the yardstick.

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    const text = plainAnswer(request.url ?? '', body)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  })
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
