import { parse } from '@bunting/contract'
import { z } from 'zod'
import { Failure } from '../core/failure.ts'
import { readText } from '../core/read-json.ts'
import { projectFileSchema } from '../project-file/project-file.ts'
import { dashboardFields } from './dashboard-fields.ts'
import { parseDocument } from './parse-document.ts'

const { project, environments, flags } = projectFileSchema.shape

/** A file in git that describes a part of a project: the output of `bunting export`, or any part of it. */
const appliedFileSchema = projectFileSchema.extend({
  project: project.optional(),
  environments: environments.optional(),
  flags: flags.optional(),
  /** The fields of this file's flags and segments that are edited on the dashboard. */
  ours: z.array(z.enum(dashboardFields)).optional(),
})

export type AppliedFile = { path: string; content: z.output<typeof appliedFileSchema> }

export const readAppliedFile = (path: string): AppliedFile => {
  const { value, placeOf } = parseDocument(path, readText(path))
  const parsed = parse(appliedFileSchema, value)
  if (parsed.ok) return { path, content: parsed.value }
  const problems = parsed.details.map(
    (detail) => `${placeOf(detail.path)}: ${`${detail.path} ${detail.message}`.trim()}`,
  )
  throw new Failure('wrongUse', `${path} is not the file of a project.`, problems)
}
