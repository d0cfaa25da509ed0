import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { withTimeout } from '../../base/with-timeout.ts'

/** What a process hears from others that share the database. */
export type Hearing = {
  notice(text: string): void
  /** Something may have been told while nobody heard. */
  missed(): void
}

export type Channel = { close(): Promise<void> }

/** Sends a notice by another connection than the one that listens. */
type SendNotice = (text: string) => Promise<void>

type Options = {
  name: string
  /** A notice that nobody but this process sends. */
  proof: string
  send: SendNotice
  hearing: Hearing
}

/** So long a connection may owe an answer. */
const answerMs = 5_000
/** So long a notice may be on its way. */
const usualNoticeMs = 5_000
/** One that is broken does not say goodbye. */
const endMs = 500
/** How often it is asked whether it is still there: one that died without a word would be waited for in vain. */
const beatMs = 5_000
const backoffMs = { first: 100, last: 2_000 }
/** Where notices do not arrive. */
const lookMs = 1_000
const looksBeforeNextTry = 600

type End = 'lost' | 'deaf'

/**
 * Hears the notices of others on a connection of its own, the one that outlives a transaction. Behind a pooler that gives
 * connections away after each transaction they arrive nowhere: whether they do is found out by a notice to oneself, sent
 * by another connection, for on the same one it might come back by chance. Then everybody is asked to look once a second.
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

    /** Comes back when the connection is of no use any more. */
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
        // What stands behind a pooler should not go on listening for whoever has it next, if it can be met once more.
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
