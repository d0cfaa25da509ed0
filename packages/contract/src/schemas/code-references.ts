import { z } from 'zod'
import { limits } from '../limits.ts'
import { body, count, instant, line, list, timestamp, wholeBetween } from './common.ts'

const text = line(limits.codeName).min(1)

/** Refuses `.` and `..`, which a URL would resolve as parts of its path. */
const isCommit = (text: string): boolean => !/^\.{1,2}$|\s/.test(text)
const commit = text.refine(isCommit, 'must be the id of a commit, without spaces')

/** Refuses paths with an empty part, `.` or `..`. */
const isPath = (text: string): boolean => !/(?:^|\/)\.{0,2}(?:\/|$)/.test(text)
const path = line(limits.codePath)
  .refine(isPath, 'must be a path within the repository, such as src/checkout.ts')
  .meta({ override: { minLength: 1 } })

const flagKey = z.string().min(1).max(limits.configKey)

/** Checks a pattern such as `https://code.example/blob/{commit}/{path}#L{line}`: placeholders must be after the host. */
const isPattern = (text: string): boolean => {
  const places: readonly string[] = text.match(/\{[^{}]*\}/g) ?? []
  const isKnown = places.every((place) => ['{commit}', '{path}', '{line}'].includes(place))
  const filled = text.replace(/\{[^{}]*\}/g, 'x')
  if (!isKnown || !places.includes('{path}') || /[{}\\\s]/.test(filled)) return false
  return /^https?:\/\/[^/?#{}@]+\//i.test(text) && URL.canParse(filled)
}

const url = line(limits.codeUrl)
  .refine(
    isPattern,
    'must be an http or https address with {path}, which may have {commit} and {line}, all of them behind the host, and without a user or password',
  )
  .meta({
    description: 'Where the repository shows a line: `{commit}`, `{path}` and `{line}` are filled in, percent-encoded.',
    example: 'https://github.com/acme/shop/blob/{commit}/{path}#L{line}',
  })

const uploadedReference = body({
  flagKey,
  path,
  line: wholeBetween(1, limits.codeLine),
  alias: text.optional().meta({ description: 'What stands there, where it is not the key itself.' }),
  text: z.string().max(limits.codeText).optional().meta({
    description: 'The line of code, perhaps with lines around it. Dropped unless the project has `codeLines`.',
  }),
})

const uploadedRemoval = body({ flagKey, commit, at: instant, author: text.optional() })

/** Returns the first flag that has too many references. */
const crowded = (references: readonly { flagKey: string }[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const { flagKey } of references) {
    const so = (counts.get(flagKey) ?? 0) + 1
    if (so > limits.flagReferences) return flagKey
    counts.set(flagKey, so)
  }
  return undefined
}

export const codeReferencesBody = body({
  repository: text.meta({ example: 'acme/shop' }),
  branch: text.meta({ example: 'main' }),
  commit: commit.meta({ description: 'What was scanned.' }),
  at: instant.meta({
    description:
      'The time of the commit. One older than what is there for the branch is a 409, so that a scan that comes late replaces nothing newer; the same is taken.',
  }),
  default: z.boolean().optional().meta({
    description:
      'Whether this is the branch that counts: a repository has one, and its references stay. Where absent it stays what it was, and is the one where the repository has none.',
  }),
  url: url.optional(),
  references: list(uploadedReference, limits.codeReferences)
    .check(({ value, issues }) => {
      const flagKey = crowded(value)
      if (flagKey === undefined) return
      const message = `must have at most ${limits.flagReferences} of one flag: ${flagKey} has more`
      issues.push({ code: 'custom', input: value, message })
    })
    .meta({ description: `At most ${limits.flagReferences} of one flag.` }),
  removed: list(uploadedRemoval, limits.codeRemovals).optional().meta({
    description:
      'Flags that the code no longer names, and the commit that took the last reference out. Of the default branch; the latest of a flag is kept.',
  }),
})
export type CodeReferencesBody = z.output<typeof codeReferencesBody>

export const takenReferencesSchema = z
  .object({
    flags: count.meta({ description: 'Flags that are referenced.' }),
    references: count.meta({ description: 'References that are kept: those of flags that the project has.' }),
    unknown: count.meta({ description: 'Keys that are no flag of the project.' }),
  })
  .meta({ id: 'TakenCodeReferences' })

export const codeBranchSchema = z
  .object({
    repository: z.string(),
    branch: z.string(),
    commit: z.string(),
    at: timestamp.meta({ description: 'The time of the commit.' }),
    references: count,
    default: z.literal(true).optional().meta({
      description: 'There, and true, where this is the branch that counts. Others go 30 days after an upload.',
    }),
  })
  .meta({ id: 'CodeBranch' })
export type CodeBranch = z.infer<typeof codeBranchSchema>

export const codeReferenceSchema = z
  .object({
    repository: z.string(),
    branch: z.string(),
    commit: z.string(),
    path: z.string(),
    line: z.int().min(1),
    url: z.string().optional().meta({ description: 'Where to see it, if the upload said where the repository is.' }),
    alias: z.string().optional().meta({ description: 'What stands there, where it is not the key itself.' }),
    text: z.string().optional().meta({ description: 'The line of code, where the project keeps them.' }),
  })
  .meta({ id: 'CodeReference' })
export type CodeReference = z.infer<typeof codeReferenceSchema>

export const codeRemovalSchema = z
  .object({ repository: z.string(), commit: z.string(), at: timestamp, author: z.string().optional() })
  .meta({ id: 'CodeRemoval', description: 'How the last reference to a flag went.' })
export type CodeRemoval = z.infer<typeof codeRemovalSchema>

/** The number of references, for use with other figures of a flag. */
export const flagReferenceCount = count.optional().meta({
  description: 'How often the default branches of repositories name it. There where any was scanned.',
})
