import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { pages, useEveryPage } from './every-page.ts'

export const segmentKeys = {
  all: (projectId: string) => ['segments', projectId],
  list: (projectId: string) => ['segments', projectId, 'list'],
}

const segmentsQuery = (projectId: string) =>
  pages(segmentKeys.list(projectId), (query) => api.listSegments({ params: { projectId }, query }))

/** Every segment of the project, archived ones too, with how many ids its lists have. Asked for where one is needed. */
export const useSegments = (projectId: string, isNeeded: boolean) =>
  useEveryPage({ ...segmentsQuery(projectId), enabled: isNeeded })

export type SegmentInList = NonNullable<ReturnType<typeof useSegments>['items']>[number]

type SegmentPlace = { projectId: string; envId: string; segmentKey: string }

/** One version, which never changes. */
const segmentVersionQuery = (place: SegmentPlace, version: number) =>
  queryOptions({
    queryKey: [...segmentKeys.all(place.projectId), place.envId, place.segmentKey, version],
    queryFn: () => api.getSegmentVersion({ params: { ...place, version: String(version) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** None is asked for where the version is 0. */
export const useSegmentVersion = (place: SegmentPlace, version: number) =>
  useQuery({ ...segmentVersionQuery(place, version), enabled: version > 0 })
