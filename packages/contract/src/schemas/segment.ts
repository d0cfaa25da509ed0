import { z } from 'zod'
import type { OrganizationId, ProjectId, SegmentId } from '../ids.ts'
import { id, timestamp, versionNumber } from './common.ts'
import { listedSegmentConfigSchema, segmentConfigSchema } from './segment-config.ts'

const segmentVersionSchema = z
  .object({ id: id('segv'), version: versionNumber, config: segmentConfigSchema, createdAt: timestamp })
  .meta({ id: 'SegmentVersion' })

const listedSegmentVersionSchema = segmentVersionSchema
  .extend({ config: listedSegmentConfigSchema })
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
    ...segmentVersionSchema.shape,
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
  archivedAt: timestamp.nullable(),
  createdAt: timestamp,
}

const latest = { description: 'The latest version per environment, by environment id.' }

export const segmentSchema = z
  .object({ ...segmentShape, versions: z.record(z.string(), segmentVersionSchema).meta(latest) })
  .meta({ id: 'Segment' })

export const listedSegmentSchema = z
  .object({ ...segmentShape, versions: z.record(z.string(), listedSegmentVersionSchema).meta(latest) })
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
export type SegmentVersion = z.infer<typeof segmentVersionSchema>
export type ListedSegmentVersion = z.infer<typeof listedSegmentVersionSchema>
export type HistoricSegmentVersion = z.infer<typeof historicSegmentVersionSchema>
