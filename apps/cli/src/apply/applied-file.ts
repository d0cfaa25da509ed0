import { parse } from '@bunting/contract'
import { z } from 'zod'
import { Failure } from '../core/failure.ts'
import { readText } from '../core/read-json.ts'
import { projectFileSchema } from '../project-file/project-file.ts'
import { dashboardFields } from './dashboard-fields.ts'
import { parseDocument } from './parse-document.ts'

const { project, environments, flags } = projectFileSchema.shape

/** A part of a project, as a file in git has it: what `bunting export` writes, or any part of that. */
const appliedFileSchema = projectFileSchema.extend({
  project: project.optional(),
  environments: environments.optional(),
  flags: flags.optional(),
  /** The fields of this file's flags and segments that the dashboard decides. */
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
