import { endpoints } from '@bunting/contract'
import { z } from 'zod'
import { sortKeys } from './sort-keys.ts'

const bodyOf = <Body>(endpoint: { body?: Body }): Body => endpoint.body as Body

const flag = bodyOf(endpoints.createFlag).shape
const segment = bodyOf(endpoints.createSegment).shape
const environment = bodyOf(endpoints.createEnvironment).shape
/** A config without its version, with everything that may be left out filled in. */
export const configSchema = bodyOf(endpoints.createProposal).omit({ version: true, comment: true, replaces: true })
/** The same of a segment. */
export const segmentConfigSchema = bodyOf(endpoints.createSegmentVersion).omit({ version: true, comment: true })

/**
 * A project as one file. It holds what people decide and nothing that the server makes up, versions and times included,
 * so that it changes in git only where somebody changed something. Rules keep their ids: who is in a rollout depends on them.
 */
export const projectFileSchema = z.strictObject({
  /** Of this format. */
  bunting: z.literal(1),
  project: z.strictObject({ slug: environment.slug, name: environment.name }),
  environments: z.record(
    environment.slug,
    z
      .strictObject({
        name: environment.name,
        color: environment.color,
        protected: environment.protected,
        strict: z.boolean().optional(),
        emergency: z.boolean().optional(),
      })
      .refine((entry) => !entry.strict || entry.protected, { path: ['strict'], message: 'needs protected to be true' }),
  ),
  /** A file from before there were any says nothing about them. */
  segments: z
    .record(
      segment.key,
      z.strictObject({
        name: segment.name,
        description: segment.description,
        unit: segment.unit,
        /** Named, and not contained: its ids are uploaded. */
        large: z.literal(true).optional(),
        keepIds: z.boolean().optional(),
        archived: z.boolean().default(false),
        environments: z.record(environment.slug, segmentConfigSchema).default({}),
      }),
    )
    .optional(),
  flags: z.record(
    flag.key,
    z.strictObject({
      name: flag.name,
      description: flag.description,
      type: flag.type,
      schema: flag.schema,
      clientSafe: flag.clientSafe,
      // By e-mail: ids are of one organization.
      tags: flag.tags,
      owner: z.string().max(320).nullable().optional(),
      kind: flag.kind,
      expectedEnd: flag.expectedEnd,
      archived: z.boolean().default(false),
      environments: z.record(environment.slug, configSchema).default({}),
    }),
  ),
})

export type ProjectFile = z.output<typeof projectFileSchema>
export type FlagEntry = ProjectFile['flags'][string]
export type SegmentEntry = NonNullable<ProjectFile['segments']>[string]
export type EnvironmentEntry = ProjectFile['environments'][string]
export type ConfigEntry = FlagEntry['environments'][string]
export type SegmentConfigEntry = SegmentEntry['environments'][string]

/** Names are sorted and fields have their order, so that the same project always gives the same text. */
export const projectFileText = (file: ProjectFile): string => {
  const { bunting, project, environments, segments = {}, flags } = file
  const sorted = { environments: sortKeys(environments), segments: sortKeys(segments), flags: sortKeys(flags) }
  return `${JSON.stringify({ bunting, project, ...sorted }, null, 2)}\n`
}
