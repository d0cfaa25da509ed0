import { fail, type OrganizationId } from '@bunting/contract'
import { coalesce } from '../../base/coalesce.ts'
import { giveTurn } from '../../base/give-turn.ts'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { reauthenticate } from '../../http/auth/reauthenticate.ts'
import type { Live } from '../../http/ports/live.ts'
import type { Store } from '../../store/store.ts'
import { catchUp } from './catch-up.ts'
import { addStream, endGroup, type Followed, type Group, type Stream, tellGroup, tellOf } from './followed.ts'
import { beatFrame, resetFrame } from './frames.ts'
import { openStreamQuota } from './stream-quota.ts'

const heartbeatMs = 15_000
/** The most time between the end of a session or key and the end of its streams. */
const endMs = 1_000
/** The delay before a retry. */
const againMs = 1_000
const newsAtOnce = 500

type LiveDeps = { store: Store; log: Logger; nowUs: () => number }

export type OpenLive = Live & {
  /** Ends every stream: clients reconnect, to another instance. */
  close(): void
}

/**
 * Follows the audit chains of organizations with open streams: one query for each change, however many streams there
 * are, and none while nothing happens.
 */
export const openLive = (deps: LiveDeps, maxStreams: number): OpenLive => {
  const { store, log, nowUs } = deps
  const organizations = new Map<OrganizationId, Followed>()
  const streamQuota = openStreamQuota(maxStreams)
  const outage = outageOf(log, {
    failing: 'what is new cannot be read for those who follow it; trying again',
    again: 'what is new can be read again',
  })
  let isClosed = false

  /** Ends the streams of a session or key that is over, or may no longer read. */
  const check = coalesce(async (group: Group): Promise<void> => {
    const found = await reauthenticate(deps, group.actor, group.projectId).catch(() => undefined)
    if (found) group.actor = found
    else endGroup(group)
  })

  const read = async (org: Followed): Promise<void> => {
    await org.ready
    for (;;) {
      const news = await store.auditNews.after(org.orgId, org.sent, newsAtOnce)
      for (const group of tellOf(org, news)) void check(group)
      if (news.length < newsAtOnce) return
      await giveTurn()
    }
  }
  const look = coalesce(read)

  /** Retries until reading succeeds. */
  const lookSurely = (org: Followed): void => {
    look(org).then(outage.worked, (error: unknown) => {
      outage.failed(error)
      setTimeout(() => isFollowed(org) && lookSurely(org), againMs).unref()
    })
  }
  const isFollowed = (org: Followed): boolean => organizations.get(org.orgId) === org

  const lookAtAll = async (): Promise<void> => {
    if (organizations.size === 0) return
    const heads = await store.auditNews.heads([...organizations.keys()])
    for (const org of organizations.values()) {
      const head = heads.get(org.orgId) ?? org.sent
      if (head > org.sent) lookSurely(org)
      else if (head < org.sent) setBack(org, head)
    }
  }
  /** The database was restored from a backup: events that were sent may never have happened. */
  const setBack = (org: Followed, head: number): void => {
    org.sent = head
    for (const group of org.groups.values()) {
      tellGroup(group, resetFrame(head))
      void check(group)
    }
  }
  const lookAtAllInTurn = coalesce((_: 'all') => lookAtAll())

  const stopListening = store.listen((signal) => {
    if (signal === 'due') return
    if (signal.entries === 'any') return void outage.watch(() => lookAtAllInTurn('all'))
    const org = organizations.get(signal.entries)
    if (org) lookSurely(org)
  })

  const follow = (orgId: OrganizationId): Followed => {
    const known = organizations.get(orgId)
    if (known) return known
    const org: Followed = { orgId, sent: 0, groups: new Map(), ready: Promise.resolve() }
    org.ready = store.auditNews.heads([orgId]).then((heads) => {
      org.sent = heads.get(orgId) ?? 0
    })
    // Avoids an unhandled rejection: whoever awaits `ready` gets the failure.
    org.ready.catch(() => undefined)
    organizations.set(orgId, org)
    return org
  }

  const every = (work: (group: Group) => void): void => {
    for (const org of organizations.values()) for (const group of org.groups.values()) work(group)
  }
  const beat = setInterval(() => {
    every(({ streams }) => {
      for (const { reader } of streams) if (reader.isIdle()) reader.write(beatFrame)
    })
  }, heartbeatMs).unref()
  const ending = setInterval(() => {
    every((group) => {
      if (group.actor.credential.endsMs <= nowUs() / 1_000) void check(group)
    })
  }, endMs).unref()

  const placeNow = async (orgId: OrganizationId): Promise<number> => {
    const org = organizations.get(orgId)
    await org?.ready
    return org ? org.sent : ((await store.auditNews.heads([orgId])).get(orgId) ?? 0)
  }

  return {
    follow: async (actor, { id: projectId, orgId }, lastEventId) => {
      const from = lastEventId ?? String(await placeNow(orgId))
      return {
        open: (reader) => {
          if (isClosed) fail('SERVICE_UNAVAILABLE', 'This instance is about to stop. Try again.')
          const giveBack = streamQuota.take(actor.id)
          const stream: Stream = { reader, isCaughtUp: false }
          const org = follow(orgId)
          const { group, isNew, remove } = addStream(org, actor, projectId, stream)
          // Access may have ended since the request was authenticated, before this organization was followed. Changes
          // after the position that `ready` finds will be noticed. If `ready` fails, the stream ends.
          if (isNew)
            org.ready.then(
              () => check(group),
              () => undefined,
            )
          reader.write(beatFrame)
          const reads = { after: (seq: number) => store.auditNews.after(orgId, seq, newsAtOnce), look: () => look(org) }
          catchUp(org, { projectId, stream, from }, reads).catch((error: unknown) => {
            outage.failed(error)
            // The client reconnects.
            reader.end()
          })
          return () => {
            giveBack()
            remove()
            if (org.groups.size === 0 && isFollowed(org)) organizations.delete(orgId)
          }
        },
      }
    },
    close: () => {
      isClosed = true
      stopListening()
      clearInterval(beat)
      clearInterval(ending)
      every(endGroup)
    },
  }
}
