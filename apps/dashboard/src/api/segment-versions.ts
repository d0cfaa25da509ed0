import { ApiError } from '@bunting/contract'
import type { SegmentConfig } from '@bunting/engine'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, usePages } from './core/every-page.ts'
import { queryClient } from './core/query-client.ts'
import { editSegment, editsBetween, isNoEdit, noSegment, type SegmentEdits } from './segment-edits.ts'
import { putSegmentInList, type SegmentInList, type SegmentRef, segmentKeys, segmentVersionQuery } from './segments.ts'
import { sessionQuery } from './session.ts'

/** The latest version with every id; undefined without a version. The previous one stays while a newer one loads. */
export const useLatestSegment = (segment: SegmentInList, segmentRef: SegmentRef) => {
  const version = segment.versions[segmentRef.envId]?.version ?? 0
  return useQuery({
    ...segmentVersionQuery(segmentRef, version),
    enabled: version > 0,
    placeholderData: keepPreviousData,
  })
}

/** Each version holds every id, so pages of large segments have fewer versions. */
const idsAtOnce = 200_000
const maxAtOnce = 50

/** The versions of a segment, newest first. */
export const useSegmentVersions = (segment: SegmentInList, segmentRef: SegmentRef) => {
  const { includedCount = 0, excludedCount = 0 } = segment.versions[segmentRef.envId]?.config ?? {}
  const fitting = Math.floor(idsAtOnce / (includedCount + excludedCount + 1))
  return usePages(
    pages(
      [...segmentKeys.versions(segmentRef), 'list'],
      (query) => api.listSegmentVersions({ params: segmentRef, query }),
      Math.max(2, Math.min(fitting, maxAtOnce)),
    ),
  )
}

type Body = Parameters<typeof api.createSegmentVersion>[0]['body']

/** The engine's config type is read-only and allows any operator; the body allows those of the contract. */
export const toSegmentBody = (config: SegmentConfig, comment: string | undefined): Body =>
  ({ ...config, ...(comment === undefined ? {} : { comment }) }) as Body

const save = async (segmentRef: SegmentRef, config: SegmentConfig, comment: string | undefined) => {
  const answer = await api.createSegmentVersion({ params: segmentRef, body: toSegmentBody(config, comment) })
  show(segmentRef, answer, config, comment)
  return answer
}

/** Puts a saved version into the cache, before it is read again. */
const show = (
  segmentRef: SegmentRef,
  { id, version }: { id: string; version: number },
  config: SegmentConfig,
  comment: string | undefined,
): void => {
  const createdAt = new Date().toISOString()
  const createdBy = queryClient.getQueryData(sessionQuery.queryKey)?.user.id ?? ''
  queryClient.setQueryData(segmentVersionQuery(segmentRef, version).queryKey, {
    ...{ id, version, config, createdAt, createdBy, proposalId: null },
    ...(comment === undefined ? {} : { comment }),
  })
  const { included, excluded } = config
  const rules = config.rules.map((rule) => ({ ...rule, conditions: [...rule.conditions] }))
  const listed = { version, includedCount: included.length, excludedCount: excluded.length, rules }
  putSegmentInList(segmentRef, { id, version, config: listed, createdAt })
}

const touched = ({ projectId, envId, segmentKey }: SegmentRef) => [
  segmentKeys.list(projectId),
  [...segmentKeys.versions({ projectId, envId, segmentKey }), 'list'],
  segmentKeys.usages(projectId),
  ['explanation'],
  ['audit', projectId],
]

type NewVersion = SegmentRef & { config: SegmentConfig; comment?: string | undefined }

/** Saves a config as a new version. The config names its number: the latest plus one. */
export const useCreateSegmentVersion = () =>
  useChange({
    run: ({ config, comment, ...segmentRef }: NewVersion) => save(segmentRef, config, comment),
    touches: (segmentRef) => touched(segmentRef),
  })

const maxTries = 4

type Members = SegmentRef & { edits: SegmentEdits; propose: boolean }

/** The result: no change, a version, or a proposal. `edits` are those that changed something. */
export type Changed =
  | { kind: 'same' }
  | { kind: 'saved'; version: number; edits: SegmentEdits; isUnsynced: boolean }
  | { kind: 'proposed'; proposalId: string }

const changeMembers = async ({ edits, propose, ...segmentRef }: Members, tries = maxTries): Promise<Changed> => {
  const { items } = await api.listSegmentVersions({ params: segmentRef, query: { limit: 1 } })
  const latest = items[0]?.config ?? noSegment
  const config = editSegment(latest, edits)
  const made = editsBetween(latest, config)
  if (isNoEdit(made)) return { kind: 'same' }
  if (propose) {
    const { id } = await api.createSegmentProposal({ params: segmentRef, body: toSegmentBody(config, undefined) })
    return { kind: 'proposed', proposalId: id }
  }
  try {
    const version = latest.version + 1
    const answer = await save(segmentRef, { ...config, version }, undefined)
    return { kind: 'saved', version, edits: made, isUnsynced: 'syncWarning' in answer }
  } catch (error) {
    // Adding and removing ids applies to any version: after a conflict it is retried on top of the newer one.
    const isLate = error instanceof ApiError && error.code === 'VERSION_CONFLICT'
    if (!isLate || tries === 1) throw error
    return changeMembers({ edits, propose, ...segmentRef }, tries - 1)
  }
}

/** Adds or removes ids directly, whatever the latest version is. */
export const useChangeMembers = () =>
  useChange({
    run: (members: Members) => changeMembers(members),
    touches: (members) => [...touched(members), ['proposals', members.projectId]],
    failed: 'Not saved',
  })
