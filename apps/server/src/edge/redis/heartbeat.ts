import { repeat } from '../../base/repeat.ts'
import type { Connected } from './connect.ts'

/** A notice about no key, which no version acts on. */
export const heartbeat = '{"key":""}'

const heartbeatMs = 2_000
/** The most heartbeats in a row that may go unheard: on a busy machine one may be late. */
const maxUnheard = 2

/**
 * A connection that only listens does not notice that its other end is gone. After a silence this process publishes a
 * heartbeat, and reconnects if it does not hear its own. Returns a function that stops it.
 */
export const keepHearing = ({ commands, notices }: Connected, channel: string): (() => Promise<void>) => {
  let heard = false
  let unheard = 0
  notices.on('message', () => {
    heard = true
  })
  notices.on('ready', () => {
    unheard = 0
  })
  const say = () =>
    commands.publish(channel, heartbeat).then(
      () => true,
      () => false,
    )
  return repeat(heartbeatMs, async () => {
    const isSilent = !heard && notices.status === 'ready'
    heard = false
    if (!isSilent) unheard = 0
    else if (unheard >= maxUnheard) notices.disconnect(true)
    else if (await say()) unheard += 1
  })
}
