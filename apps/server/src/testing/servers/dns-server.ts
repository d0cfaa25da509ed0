import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { atEnd } from '../at-end.ts'

/** The addresses of a name; undefined for no answer at all. */
type Zone = (name: string) => readonly string[] | undefined

const types = { 1: 4, 28: 6 } as const
const ofQuestion = 12

/** Starts a name server on this machine. Returns its address in the form of `dns.setServers`. */
export const startDnsServer = async (zone: Zone): Promise<string> => {
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const { name, type, end } = readQuestion(message)
    const addresses = zone(name)?.filter((one) => isIP(one) === types[type as keyof typeof types])
    if (!addresses) return
    const header = Buffer.from(message.subarray(0, ofQuestion))
    header.writeUInt16BE(0x8180, 2)
    for (const [at, count] of [1, addresses.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * at)
    const records = addresses.map((one) => recordOf(type, one))
    socket.send(Buffer.concat([header, message.subarray(ofQuestion, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  atEnd(() => {
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}

const readQuestion = (message: Buffer) => {
  const labels: string[] = []
  let at = ofQuestion
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** A record of the requested name, not to be cached. */
const recordOf = (type: number, address: string): Buffer => {
  const bytes = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : bytesOf6(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc000 + ofQuestion, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

const bytesOf6 = (address: string): Buffer => {
  const [before = '', after = ''] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((one) => Number.parseInt(one, 16)))
  const [head, tail] = [groups(before), groups(after)]
  const all = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}
