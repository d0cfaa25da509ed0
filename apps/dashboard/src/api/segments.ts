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

/** Every segment of the project, archived ones too, with how many ids its lists have. Asked for where one is needed. */
export const useSegments = (projectId: string, isNeeded: boolean) =>
  useEveryPage({ ...segmentsQuery(projectId), enabled: isNeeded })

export type SegmentInList = NonNullable<ReturnType<typeof useSegments>['items']>[number]
type VersionInList = SegmentInList['versions'][string]

/** How much is in a segment in one environment. */
export type SegmentSize = { included: number; excluded: number; rules: number }

/** Undefined where it has no version there. */
export const sizeIn = (segment: SegmentInList, envId: string): SegmentSize | undefined => {
  const { config, size } = segment.versions[envId] ?? {}
  if (size !== undefined) return { included: size, excluded: 0, rules: 0 }
  return config && { included: config.includedCount, excluded: config.excludedCount, rules: config.rules.length }
}

/** Shows what one environment of a segment has now. */
export const putSegmentInList = ({ projectId, envId, segmentKey }: SegmentRef, version: VersionInList): void =>
  changePages(segmentsQuery(projectId), (items) =>
    items.map((one) => (one.key === segmentKey ? { ...one, versions: { ...one.versions, [envId]: version } } : one)),
  )

/** One version, which never changes. */
export const segmentVersionQuery = (segmentRef: SegmentRef, version: number) =>
  queryOptions({
    queryKey: [...segmentKeys.versions(segmentRef), version],
    queryFn: () => api.getSegmentVersion({ params: { ...segmentRef, version: String(version) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** None is asked for where the version is 0. */
export const useSegmentVersion = (segmentRef: SegmentRef, version: number) =>
  useQuery({ ...segmentVersionQuery(segmentRef, version), enabled: version > 0 })

/** The flags and segments whose active versions name it, by environment. */
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
      // It has no versions yet. The newest come first.
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

/** Of several segments what each has in an environment: null where it has no version, undefined until it is known. */
export const useSegmentVersions = (projectId: string, envId: string, segments: readonly SegmentInList[]) =>
  useQueries({
    queries: segments.map(({ key: segmentKey, versions }) => {
      const version = versions[envId]?.version ?? 0
      return { ...segmentVersionQuery({ projectId, envId, segmentKey }, version), enabled: version > 0 }
    }),
  }).map(({ data }, at) => (segments[at]?.versions[envId] ? data?.config : null))
