import { endpoints } from '@bunting/contract'
import { z } from 'zod'
import { sortKeys } from './sort-keys.ts'

const bodyOf = <Body>(endpoint: { body?: Body }): Body => endpoint.body as Body

const flag = bodyOf(endpoints.createFlag).shape
const segment = bodyOf(endpoints.createSegment).shape
const environment = bodyOf(endpoints.createEnvironment).shape
/** A flag's config without its version, with all defaults filled in. */
export const configSchema = bodyOf(endpoints.createProposal).omit({ version: true, comment: true, replaces: true })
/** A segment's config without its version, with all defaults filled in. */
export const segmentConfigSchema = bodyOf(endpoints.createSegmentVersion).omit({ version: true, comment: true })

/**
 * A project as one file. It holds what people decide and nothing that the server generates, such as versions and times, so
 * it changes in git only if somebody changed something. Rules keep their ids, since rollouts depend on them.
 */
export const projectFileSchema = z.strictObject({
  /** The version of this format. */
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
  /** Absent from files that are older than segments. */
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
        managedBy: segment.managedBy.unwrap().unwrap().optional(),
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
      // The owner is an e-mail, since ids differ between organizations.
      tags: flag.tags,
      owner: z.string().max(320).nullable().optional(),
      kind: flag.kind,
      expectedEnd: flag.expectedEnd,
      // For information only: apply sets the manager itself, and import keeps the current one.
      managedBy: flag.managedBy.unwrap().unwrap().optional(),
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

/** Removes the managers from a file, since an import keeps the current ones. */
export const withoutManagers = ({ segments, flags, ...rest }: ProjectFile): ProjectFile => ({
  ...rest,
  ...(segments && { segments: unmanaged(segments) }),
  flags: unmanaged(flags),
})

const unmanaged = <Entry extends { managedBy?: string | undefined }>(entries: Record<string, Entry>) =>
  Object.fromEntries(
    Object.entries(entries).map(([key, { managedBy: _, ...entry }]) => [key, entry as unknown as Entry]),
  )

/** Writes names sorted and fields in a fixed order, so that the same project always gives the same text. */
export const projectFileText = (file: ProjectFile): string => {
  const { bunting, project, environments, segments = {}, flags } = file
  const sorted = { environments: sortKeys(environments), segments: sortKeys(segments), flags: sortKeys(flags) }
  return `${JSON.stringify({ bunting, project, ...sorted }, null, 2)}\n`
}
