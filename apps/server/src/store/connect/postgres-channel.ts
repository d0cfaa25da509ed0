import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { withTimeout } from '../../base/with-timeout.ts'

/** The callbacks for notices from other processes that share the database. */
export type Hearing = {
  notice(text: string): void
  /** Called when notices may have been lost, because nothing was listening for a while. */
  missed(): void
}

export type Channel = { close(): Promise<void> }

/** Sends a notice over another connection than the one that listens. */
type SendNotice = (text: string) => Promise<void>

type Options = {
  name: string
  /** A text that only this process sends, to check that notices arrive. */
  proof: string
  send: SendNotice
  hearing: Hearing
}

/** Timeout for the answers of a connection. */
const answerMs = 5_000
/** Timeout for the notice that proves that notices arrive. */
const usualNoticeMs = 5_000
/** Timeout for closing: a broken connection does not answer. */
const endMs = 500
/** The interval of heartbeat queries: a connection that died silently would be waited on forever. */
const beatMs = 5_000
const backoffMs = { first: 100, last: 2_000 }
/** The interval of polling if notices do not arrive. */
const lookMs = 1_000
const looksBeforeNextTry = 600

type End = 'lost' | 'deaf'

/**
 * Listens for notices on a dedicated connection, which stays open between transactions. Behind a pooler that hands
 * connections on after each transaction no notices arrive. To find out, the process sends itself a notice, over another
 * connection, since on the same one it might come back by chance. If it does not arrive, `missed` is called once a
 * second.
 */
export const openPostgresChannel =
  (url: string, log: Logger, noticeMs = usualNoticeMs) =>
  ({ name, proof, send, hearing }: Options): Channel => {
    const stopping = new AbortController()
    const { signal } = stopping
    const outage = outageOf(log, {
      failing: 'PostgreSQL cannot be listened to; trying again',
      again: 'PostgreSQL is listened to again',
    })
    let isTold = false

    const rest = (ms: number): Promise<unknown> => setTimeout(ms, undefined, { signal }).catch(() => undefined)

    /** Listens until the connection is no longer usable. */
    const hearOn = async (client: Client): Promise<End> => {
      const proven = Promise.withResolvers<boolean>()
      const lost = Promise.withResolvers<'lost'>()
      const give = () => lost.resolve('lost')
      client.on('error', give).on('end', give)
      signal.addEventListener('abort', give, { once: true })
      client.on('notification', ({ payload = '' }) => {
        if (payload === proof) proven.resolve(true)
        else hearing.notice(payload)
      })
      try {
        await client.connect()
        await client.query(`listen ${name}`)
        await send(proof)
        const heard = await Promise.race([proven.promise, lost.promise, rest(noticeMs)])
        if (heard === undefined && !signal.aborted) return 'deaf'
        if (heard === true) outage.worked()
        hearing.missed()
        while ((await Promise.race([lost.promise, rest(beatMs)])) !== 'lost') await client.query('select 1')
        return 'lost'
      } finally {
        signal.removeEventListener('abort', give)
      }
    }

    const listenOnce = async (): Promise<End> => {
      const client = new Client({
        connectionString: url,
        application_name: 'bunting signals',
        connectionTimeoutMillis: answerMs,
        query_timeout: answerMs,
        keepAlive: true,
      })
      try {
        const end = await hearOn(client)
        // The pooler's connection should not keep listening for its next user; this only reaches it by luck.
        if (end === 'deaf') await client.query('unlisten *')
        return end
      } finally {
        await withTimeout(endMs, client.end()).catch(() => undefined)
      }
    }

    const lookInstead = async (): Promise<void> => {
      if (!isTold) {
        log.warn(
          'no notice of PostgreSQL arrives: DATABASE_URL leads to a pooler in transaction mode, so the database is asked every second for what other instances change. Let DATABASE_URL lead to PostgreSQL itself, or to a pool in session mode.',
        )
      }
      isTold = true
      for (let look = 0; look < looksBeforeNextTry && !signal.aborted; look++) {
        hearing.missed()
        await rest(lookMs)
      }
    }

    const run = async (): Promise<void> => {
      let pauseMs = backoffMs.first
      while (!signal.aborted) {
        const began = performance.now()
        const end = await listenOnce().catch((error: unknown) => {
          if (signal.aborted) return 'lost' as const
          outage.failed(error)
          hearing.missed()
          return 'lost' as const
        })
        if (end === 'deaf') await lookInstead()
        pauseMs = performance.now() - began > answerMs ? backoffMs.first : Math.min(2 * pauseMs, backoffMs.last)
        await rest(pauseMs)
      }
    }
    const running = run()

    return {
      close: () => {
        stopping.abort()
        return running
      },
    }
  }
