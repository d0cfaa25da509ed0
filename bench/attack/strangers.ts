import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { progress } from '../support/progress.ts'
import { growthOf, memoryVerdict } from './memory.ts'
import { connectTo, requestText } from './sockets.ts'
import type { Target } from './target.ts'
import type { Verdict } from './verdict.ts'

const requests = 40_000
const connections = 8
const blanks = ' '.repeat(15_600)
const limitMb = 200

/** Nobody's keys, each with as many blanks before it as a head may have. */
export const strangers = async (target: Target): Promise<Verdict> => {
  const report = progress('strangers', requests)
  let sent = 0
  // The server ends a connection after each: nobody has two guesses on one.
  const guess = async () => {
    while (sent < requests) {
      sent++
      const socket = await connectTo(target.deliveryUrl)
      socket.write(requestText('GET', '/v1/bundle', `${blanks}sk_${randomBytes(22).toString('hex')}`))
      await once(socket.resume(), 'close')
      report(sent)
    }
  }
  const flood = () => Promise.all(Array.from({ length: connections }, guess))
  return memoryVerdict('Memory by strangers', await growthOf(target, flood), limitMb)
}
