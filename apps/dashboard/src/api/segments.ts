import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { changePages } from './core/change-pages.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

export type SegmentRef = { projectId: string; envId: string; segmentKey: string }

export const segmentKeys = {
  all: (projectId: string) => ['segments', projectId],
  list: (projectId: string) => ['segments', projectId, 'list'],
  usages: (projectId: string) => ['segments', projectId, 'usages'],
  versions: ({ projectId, envId, segmentKey }: SegmentRef) => ['segments', projectId, 'versions', envId, segmentKey],
}

const segmentsQuery = (projectId: string) =>
  pages(segmentKeys.list(projectId), (query) => api.listSegments({ params: { projectId }, query }))

/** Every segment of the project, archived ones too, with the number of ids in its lists. Loaded only if needed. */
export const useSegments = (projectId: string, isNeeded: boolean) =>
  useEveryPage({ ...segmentsQuery(projectId), enabled: isNeeded })

export type SegmentInList = NonNullable<ReturnType<typeof useSegments>['items']>[number]
type VersionInList = SegmentInList['versions'][string]

/** The number of ids and rules of a segment in one environment. */
export type SegmentSize = { included: number; excluded: number; rules: number }

/** The size of a segment there; undefined without a version. */
export const sizeIn = (segment: SegmentInList, envId: string): SegmentSize | undefined => {
  const { config, size } = segment.versions[envId] ?? {}
  if (size !== undefined) return { included: size, excluded: 0, rules: 0 }
  return config && { included: config.includedCount, excluded: config.excludedCount, rules: config.rules.length }
}

/** Puts a new version of a segment into the cached list. */
export const putSegmentInList = ({ projectId, envId, segmentKey }: SegmentRef, version: VersionInList): void =>
  changePages(segmentsQuery(projectId), (items) =>
    items.map((one) => (one.key === segmentKey ? { ...one, versions: { ...one.versions, [envId]: version } } : one)),
  )

/** One version; it never changes, so it is never stale. */
export const segmentVersionQuery = (segmentRef: SegmentRef, version: number) =>
  queryOptions({
    queryKey: [...segmentKeys.versions(segmentRef), version],
    queryFn: () => api.getSegmentVersion({ params: { ...segmentRef, version: String(version) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One version; version 0 is not requested. */
export const useSegmentVersion = (segmentRef: SegmentRef, version: number) =>
  useQuery({ ...segmentVersionQuery(segmentRef, version), enabled: version > 0 })

/** The flags and segments whose active versions reference the segment, by environment. */
export const useSegmentUsages = (projectId: string, segmentKey: string, isNeeded = true) =>
  useEveryPage({
    ...pages([...segmentKeys.usages(projectId), segmentKey], (query) =>
      api.listSegmentUsages({ params: { projectId, segmentKey }, query }),
    ),
    enabled: isNeeded,
  })

export type SegmentUsage = NonNullable<ReturnType<typeof useSegmentUsages>['items']>[number]

type NewSegment = {
  key: string
  name: string
  description: string | null
  unit: string | null
  large?: true
  keepIds?: true
}

export const useCreateSegment = (projectId: string) =>
  useChange({
    run: async (body: NewSegment) => {
      const segment = await api.createSegment({ params: { projectId }, body })
      // A new segment has no versions yet. The newest come first in the list.
      changePages(segmentsQuery(projectId), (items, page) =>
        page === 0 ? [{ ...segment, versions: {} }, ...items] : items,
      )
      return segment
    },
    touches: () => [['audit', projectId]],
  })

type SegmentChange = { segmentKey: string; name?: string; description?: string | null; archived?: boolean }

export const useUpdateSegment = (projectId: string) =>
  useChange({
    run: ({ segmentKey, ...body }: SegmentChange) => api.updateSegment({ params: { projectId, segmentKey }, body }),
    touches: () => [segmentKeys.list(projectId), segmentKeys.usages(projectId), ['audit', projectId]],
    failed: 'Not saved',
  })

/** The configs of several segments in an environment: null without a version, undefined while it loads. */
export const useSegmentVersions = (projectId: string, envId: string, segments: readonly SegmentInList[]) =>
  useQueries({
    queries: segments.map(({ key: segmentKey, versions }) => {
      const version = versions[envId]?.version ?? 0
      return { ...segmentVersionQuery({ projectId, envId, segmentKey }, version), enabled: version > 0 }
    }),
  }).map(({ data }, at) => (segments[at]?.versions[envId] ? data?.config : null))
