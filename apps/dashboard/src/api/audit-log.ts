import type { AuditLogEntry } from '@bunting/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { changePages } from './core/change-pages.ts'
import { api } from './core/client.ts'
import { pages, usePages } from './core/every-page.ts'
import { queryClient } from './core/query-client.ts'
import { readAgain } from './core/read-again.ts'

export const auditKeys = { all: (projectId: string) => ['audit', projectId] }

export type AuditFilter = {
  resourceType?: string
  resourceId?: string
  actorId?: string
  action?: string
  environmentId?: string
  from?: string
  to?: string
}

const auditLogQuery = (projectId: string, filter: AuditFilter) =>
  pages([...auditKeys.all(projectId), filter], (query) =>
    api.listAuditLog({ params: { projectId }, query: { ...query, ...filter } }),
  )

/** The audit log, newest entry first, a page at a time. */
export const useAuditLog = (projectId: string, filter: AuditFilter = {}) => usePages(auditLogQuery(projectId, filter))

type Log = InfiniteData<Awaited<ReturnType<typeof api.listAuditLog>>>

/** The page size when new entries are read: enough for changes that happen at about the same time. */
const newest = 20

/**
 * Adds new entries to the front of the log, however many pages were read: entries never change. A log that is not shown
 * keeps its first page only, and is read again when it is shown.
 */
export const readNewEntries = async (projectId: string): Promise<void> => {
  const queries = queryClient.getQueryCache().findAll({ queryKey: auditKeys.all(projectId) })
  await Promise.all(
    queries.map(async (log) => {
      const { queryKey } = log
      const before = log.state.data as Log | undefined
      const known = before?.pages[0]?.items[0]?.id
      const again = () => readAgain({ queryKey, exact: true })
      if (!before || known === undefined) return again()
      if (!log.isActive()) {
        queryClient.setQueryData<Log>(queryKey, firstPageOf(before))
        return again()
      }
      const filter = queryKey[2] as AuditFilter
      const query = { ...filter, limit: newest }
      const { items } = await api.listAuditLog({ params: { projectId }, query }).catch(() => ({ items: undefined }))
      if (!items?.some(({ id }) => id === known)) return again()
      changePages(auditLogQuery(projectId, filter), (now, page) => (page === 0 ? withNew(now, items) : now))
    }),
  )
}

const firstPageOf = ({ pages: [first], pageParams }: Log): Log => ({
  pages: first ? [first] : [],
  pageParams: pageParams.slice(0, 1),
})

const withNew = (items: AuditLogEntry[], newer: readonly AuditLogEntry[]): AuditLogEntry[] => {
  const known = new Set(items.map(({ id }) => id))
  return [...newer.filter(({ id }) => !known.has(id)), ...items]
}

/** Verifies the whole hash chain, which takes a moment. */
export const useVerifyAuditLog = () =>
  useChange({ run: () => api.verifyAuditLog({}), touches: () => [], failed: 'The log was not verified' })
