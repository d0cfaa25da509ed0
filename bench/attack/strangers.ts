import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { progress } from '../support/progress.ts'
import { growthOf, memoryVerdict } from './memory.ts'
import { connectTo, requestText } from './sockets.ts'
import type { Target } from './target.ts'
import type { Verdict } from './verdict.ts'

const requests = 40_000
const atOnce = 50
const blanks = ' '.repeat(15_000)
const limitMb = 200

/** Nobody's keys, each with as many blanks before it as a head may have. */
export const strangers = async (target: Target): Promise<Verdict> => {
  const report = progress('strangers', requests)
  const flood = async () => {
    const socket = await connectTo(target.deliveryUrl)
    let heard = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text
    })
    for (let sent = 0; sent < requests; sent += atOnce) {
      const keys = Array.from({ length: atOnce }, () => `${blanks}sk_${randomBytes(22).toString('hex')}`)
      socket.write(keys.map((key) => requestText('GET', '/v1/bundle', key)).join(''))
      while (heard.split('HTTP/1.1 401').length - 1 < atOnce) await once(socket, 'data')
      heard = ''
      report(sent + atOnce)
    }
    socket.destroy()
  }
  return memoryVerdict('Memory by strangers', await growthOf(target, flood), limitMb)
}
