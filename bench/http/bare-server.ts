import { type AddressInfo, createServer } from 'node:net'
import { plainAnswer } from './plain-answer.ts'

// The least that Node can do: each read is taken for one whole request, and no header is looked at. What it takes is what
// the connection itself costs.

const method = 'POST '

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    const url = bytes.toString('latin1', method.length, bytes.indexOf(' ', method.length))
    const body = plainAnswer(url, bytes.toString('utf8', bytes.indexOf('\r\n\r\n') + 4))
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(head + body, 'latin1')
  })
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
