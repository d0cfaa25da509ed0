import type { SegmentConfig } from '@bunting/engine'
import { z } from 'zod'
import type { OrganizationId, ProjectId, SegmentId } from '../ids.ts'
import { count, id, managedBy, timestamp, versionNumber } from './common.ts'
import { listedSegmentConfigSchema, segmentConfigSchema } from './segment-config.ts'

const versionShape = { id: id('segv'), version: versionNumber, config: segmentConfigSchema, createdAt: timestamp }

const size = count.optional().meta({ description: 'Of a large segment: how many ids it has.' })
const ofConfig = { description: 'Of every segment that is not large.' }

const segmentVersionSchema = z
  .object({ ...versionShape, config: segmentConfigSchema.optional().meta(ofConfig), size })
  .meta({ id: 'SegmentVersion' })

const listedSegmentVersionSchema = z
  .object({ ...versionShape, config: listedSegmentConfigSchema.optional().meta(ofConfig), size })
  .meta({ id: 'ListedSegmentVersion' })

export const createdSegmentVersionSchema = z
  .object({
    id: id('segv'),
    segmentId: id('seg'),
    environmentId: id('env'),
    version: versionNumber,
    config: segmentConfigSchema,
    createdAt: timestamp,
  })
  .meta({ id: 'CreatedSegmentVersion' })

export const historicSegmentVersionSchema = z
  .object({
    ...versionShape,
    createdBy: z.string().meta({ description: "Who made it; of an approved proposal's version, the proposer." }),
    proposalId: z.string().nullable(),
    comment: z.string().optional().meta({ description: 'Why it was made, where that was said.' }),
  })
  .meta({ id: 'HistoricSegmentVersion' })

const segmentShape = {
  id: id('seg'),
  orgId: id('org'),
  projectId: id('proj'),
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  unit: z
    .string()
    .nullable()
    .meta({ description: 'The attribute that the lists hold; null for the user: `userId`, else `anonymousId`.' }),
  large: z
    .literal(true)
    .optional()
    .meta({ description: 'There where it has ids alone, up to ten million, which are uploaded: see Segment ids.' }),
  keepIds: z
    .boolean()
    .optional()
    .meta({ description: 'Of a large one: whether the ids themselves are kept, and not their hashes alone.' }),
  managedBy: managedBy.optional(),
  archivedAt: timestamp.nullable(),
  createdAt: timestamp,
}

const latest = { description: 'The latest version per environment, by environment id.' }

export const segmentSchema = z
  .object({
    ...segmentShape,
    versions: z.record(z.string(), segmentVersionSchema).meta(latest),
  })
  .meta({ id: 'Segment' })

export const listedSegmentSchema = z
  .object({
    ...segmentShape,
    versions: z.record(z.string(), listedSegmentVersionSchema).meta(latest),
  })
  .meta({ id: 'ListedSegment' })

export const updatedSegmentSchema = z.object(segmentShape).meta({ id: 'UpdatedSegment' })

export const segmentUsageSchema = z
  .object({
    environmentId: id('env'),
    flagKey: z.string().optional().meta({ description: 'There where a flag names the segment.' }),
    segmentKey: z.string().optional().meta({ description: 'There where another segment does.' }),
  })
  .meta({ id: 'SegmentUsage' })

export type Segment = Omit<z.infer<typeof updatedSegmentSchema>, 'id' | 'orgId' | 'projectId'> & {
  id: SegmentId
  orgId: OrganizationId
  projectId: ProjectId
}
export const historicListVersionSchema = z
  .object({
    id: id('segv'),
    version: versionNumber,
    size: count,
    createdAt: timestamp,
    added: count,
    removed: count,
    createdBy: z.string().meta({ description: "Who made it; of an approved proposal's version, the proposer." }),
    proposalId: z.string().nullable(),
  })
  .meta({ id: 'ListVersion', description: 'A version of a large segment, and what it changed.' })

export const changedIdsSchema = z
  .object({
    version: z
      .int()
      .min(0)
      .meta({ description: 'The latest one: a new one where anything changed. 0: there is none.' }),
    size: count,
    added: count,
    removed: count,
    unchanged: count.meta({ description: 'Lines that changed nothing: repeated, there already, or not there.' }),
  })
  .meta({ id: 'ChangedIds' })

export type HistoricListVersion = z.infer<typeof historicListVersionSchema>
export type ChangedIds = z.infer<typeof changedIdsSchema>
/** One with a config. */
export type SegmentVersion = { id: string; version: number; config: SegmentConfig; createdAt: string }
export type LatestSegmentVersion = z.infer<typeof segmentVersionSchema>
export type ListedSegmentVersion = z.infer<typeof listedSegmentVersionSchema>
export type HistoricSegmentVersion = z.infer<typeof historicSegmentVersionSchema>
