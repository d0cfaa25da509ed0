import type { ProjectChange } from '@bunting/contract'
import type { QueryKey } from '@tanstack/react-query'
import { auditKeys, readNewEntries } from '../audit-log.ts'
import { readAgain } from '../core/read-again.ts'
import { beginFollowing, endFollowing } from '../core/unfollowed.ts'
import { readChangedFlags } from '../flags.ts'
import { readSessionAgain } from '../session.ts'
import { waitingKeys } from '../waiting.ts'
import { listChangesSince } from './changes-since.ts'
import { concernedBy, concernsFlag, concernsSession } from './concerned.ts'
import type { LiveEvent } from './live-event.ts'

/** Changes within this time are read in one go. */
const batchMs = 100

/**
 * Reads changed data again if it is shown; other changed data is marked as stale, and read when it is shown. In a hidden
 * window all reads wait, except for proposals that await approval.
 */
export const openReader = (projectId: string) => {
  let changes: ProjectChange[] = []
  let isReset = false
  let mayBeProposed = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = (): void => {
    timer = undefined
    const mayWait = mayBeProposed
    mayBeProposed = false
    if (document.hidden) {
      // Proposals awaiting approval still show: in the window's title, or as a notification.
      if (mayWait) void readAgain({ queryKey: waitingKeys.all })
      return
    }
    const [changed, wasReset] = [changes, isReset]
    changes = []
    isReset = false
    if (wasReset || changed.some(concernsSession)) void readSessionAgain()
    void readNewEntries(projectId)
    if (wasReset) {
      void readAgain({ predicate: ({ queryKey }) => !isReadOtherwise(projectId, queryKey) })
      return
    }
    const keys = new Map<string, QueryKey>()
    for (const key of changed.flatMap((change) => concernedBy(projectId, change))) keys.set(JSON.stringify(key), key)
    for (const queryKey of keys.values()) void readAgain({ queryKey })
    readChangedFlags(projectId, changed.filter(concernsFlag))
  }
  const soon = (): void => {
    if (changes.length > 0 || isReset) timer ??= setTimeout(read, batchMs)
  }
  const take = (event: ProjectChange | 'reset'): void => {
    if (event === 'reset' || changes.length > maxKept) isReset = true
    else changes.push(event)
    if (event === 'reset' || event.resourceType === 'proposal') mayBeProposed = true
    soon()
  }
  const takeMissed = async (sinceMs: number): Promise<void> => {
    const missed = await listChangesSince(projectId, sinceMs)
    if (!isClosed) for (const event of missed) take(event)
  }
  document.addEventListener('visibilitychange', soon)
  return {
    tell: (event: LiveEvent): void => {
      const untoldSinceMs = typeof event === 'string' ? beginFollowing(projectId) : undefined
      if (event !== 'open') take(event)
      else if (untoldSinceMs !== undefined) void takeMissed(untoldSinceMs)
    },
    close: (): void => {
      isClosed = true
      endFollowing(projectId)
      document.removeEventListener('visibilitychange', soon)
      clearTimeout(timer)
    },
  }
}

/** The most changes kept for a hidden window; with more, everything is read when it is shown. */
const maxKept = 1_000

/** Queries that no change of a project affects: usage figures and names. The session is read separately. */
const never: ReadonlySet<unknown> = new Set(['usage', 'usage-live', 'actors', 'sign-in-methods', 'session'])

/** The project's log is read separately, and only its new entries: entries never change. */
const isReadOtherwise = (projectId: string, [name, scope]: QueryKey): boolean => {
  const [log] = auditKeys.all(projectId)
  return never.has(name) || (name === log && scope === projectId)
}
