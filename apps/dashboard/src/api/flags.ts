import type { Flag, FlagKind } from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { changePages } from './core/change-pages.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'
import { queryClient } from './core/query-client.ts'
import { readAgain } from './core/read-again.ts'
import { dependentKeys } from './dependents.ts'
import { summaryKeys } from './flag-summaries.ts'
import { healthKeys } from './health.ts'

const flagKeys = {
  all: (projectId: string) => ['flags', projectId],
  list: (projectId: string) => ['flags', projectId, 'list'],
  one: (projectId: string, flagKey: string) => ['flags', projectId, 'one', flagKey],
}

export type FlagInList = NonNullable<ReturnType<typeof useFlags>['items']>[number]

export const flagsQuery = (projectId: string) =>
  pages(flagKeys.list(projectId), (query) => api.listFlags({ params: { projectId }, query }))

/** Every flag of the project, archived ones too: the dashboard filters and sorts them itself, without a request. */
export const useFlags = (projectId: string, isNeeded = true) =>
  useEveryPage({ ...flagsQuery(projectId), enabled: isNeeded })

export const flagQuery = (projectId: string, flagKey: string) =>
  queryOptions({
    queryKey: flagKeys.one(projectId, flagKey),
    queryFn: () => api.getFlag({ params: { projectId, flagKey } }),
  })

export const useFlag = (projectId: string, flagKey: string) => useQuery(flagQuery(projectId, flagKey))

/** Some flags by key, of any project: from the list if it is loaded, else requested one by one. */
export const useFlagsByKey = (projectId: string, keys: readonly string[]): ReadonlyMap<string, FlagInList> =>
  useQueries({
    queries: [...new Set(keys)].map((flagKey) => ({
      ...flagQuery(projectId, flagKey),
      initialData: () => listed(projectId)?.find(({ key }) => key === flagKey),
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.key, data]] : []))),
  })

/** Puts a flag into the cached list as it is now, without reading the list again. New flags come first. */
const putInList = (projectId: string, flag: FlagInList): void => {
  const isListed = findInList(projectId, flag.id) !== undefined
  const put = (items: FlagInList[], page: number): FlagInList[] => {
    if (isListed) return items.map((one) => (one.id === flag.id ? flag : one))
    return page === 0 ? [flag, ...items] : items
  }
  changePages(flagsQuery(projectId), put, { isAhead: underWay.size > 0 })
}

const listed = (projectId: string): readonly FlagInList[] | undefined =>
  queryClient.getQueryData(flagsQuery(projectId).queryKey)?.pages.flatMap(({ items }) => items)

const findInList = (projectId: string, flagId: string): FlagInList | undefined =>
  listed(projectId)?.find(({ id }) => id === flagId)

type Version = FlagInList['versions'][string]

/** Puts a version that is being saved into the cached list, or removes it, for one environment of a flag. */
export const putVersionInList = (projectId: string, flagId: string, envId: string, version: Version | undefined) => {
  const put = (one: FlagInList): FlagInList => {
    if (one.id !== flagId) return one
    const { [envId]: _, ...others } = one.versions
    return { ...one, versions: version ? { ...others, [envId]: version } : others }
  }
  changePages(flagsQuery(projectId), (items) => items.map(put), { isAhead: true })
}

/** Puts a saved version into the cache before it is read again: further edits start from it. */
export const putVersion = (projectId: string, flagKey: string, envId: string, version: Version): void => {
  const { queryKey } = flagQuery(projectId, flagKey)
  if (!queryClient.getQueryData(queryKey)) return
  // A read in flight may be older than this version.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (flag) => flag && { ...flag, versions: { ...flag.versions, [envId]: version } })
}

/** The project belongs to the key: flags of several projects may share a key, and one window may show several projects. */
const refKey = (projectId: string, flagKey: string): string => `${projectId} ${flagKey}`

/** How many changes of a flag are in flight, by its reference. */
const underWay = new Map<string, number>()

/** The latest read of a flag, by its reference: an earlier one that answers late is dropped. */
const readers = new Map<string, symbol>()

const readFlagAgain = async (projectId: string, flagKey: string): Promise<void> => {
  const ref = refKey(projectId, flagKey)
  const reader = Symbol(ref)
  readers.set(ref, reader)
  try {
    const flag = await api.getFlag({ params: { projectId, flagKey } })
    // A newer change is in flight and shown already: this answer predates it, and that change reads again when it ends.
    if (readers.get(ref) !== reader) return
    readers.delete(ref)
    const { queryKey } = flagQuery(projectId, flagKey)
    // Another read in flight may be older than this one.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, flag)
    putInList(projectId, flag)
  } catch {
    await readAgain({ queryKey: flagKeys.all(projectId) })
  }
}

/** Reads one flag again after a change, succeeded or failed: reading the whole list may take dozens of requests. */
export const thenReadAgain = async <Result>(
  projectId: string,
  flagKey: string,
  change: Promise<Result>,
): Promise<Result> => {
  const ref = refKey(projectId, flagKey)
  readers.delete(ref)
  underWay.set(ref, (underWay.get(ref) ?? 0) + 1)
  try {
    return await change
  } finally {
    const others = (underWay.get(ref) ?? 1) - 1
    if (others > 0) underWay.set(ref, others)
    else {
      underWay.delete(ref)
      void readFlagAgain(projectId, flagKey)
    }
  }
}

/** The most flags that are read one by one; with more, the list is read. */
const maxReadAlone = 20

type ChangedFlag = { resourceType: string; resourceId: string; flagKey?: string }

/** Reads flags that were changed elsewhere. A flag with a change in flight here is read when that ends. */
export const readChangedFlags = (projectId: string, changes: readonly ChangedFlag[]): void => {
  const named = changes.map(({ flagKey, resourceId }) => flagKey ?? findInList(projectId, resourceId)?.key)
  const keys = new Set(named)
  if (keys.has(undefined) || keys.size > maxReadAlone) {
    void readAgain({ queryKey: flagKeys.all(projectId) })
    return
  }
  for (const key of keys) {
    if (key !== undefined && !underWay.has(refKey(projectId, key))) void readFlagAgain(projectId, key)
  }
}

/** Optional facts that help to find a flag. */
type Facts = { tags?: string[]; ownerId?: string | null; kind?: FlagKind | null; expectedEnd?: string | null }

type NewFlag = Facts & {
  key: string
  name: string
  type: FlagType
  description?: string | null
  clientSafe?: boolean
}

export const useCreateFlag = (projectId: string) =>
  useChange({
    run: async (body: NewFlag) => {
      const flag = await api.createFlag({ params: { projectId }, body })
      putInList(projectId, flag)
      return flag
    },
    touches: () => [['audit', projectId]],
  })

type FlagChange = Facts & {
  flagKey: string
  name?: string
  description?: string | null
  clientSafe?: boolean
  archived?: boolean
  ownerId?: string | null
  schema?: NonNullable<Flag['schema']> | null
}

export const useUpdateFlag = (projectId: string) =>
  useChange({
    run: ({ flagKey, ...body }: FlagChange) =>
      thenReadAgain(projectId, flagKey, api.updateFlag({ params: { projectId, flagKey }, body })),
    // A strict environment turns the change into a proposal.
    touches: ({ flagKey }) => [
      summaryKeys.one(projectId, flagKey),
      ['proposals', projectId],
      ['audit', projectId],
      healthKeys.cleanup(projectId),
      dependentKeys.all(projectId),
    ],
    failed: 'Not saved',
  })
