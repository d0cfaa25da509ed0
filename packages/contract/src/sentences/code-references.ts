import { isolate } from '../text/isolate.ts'
import type { ActionWords } from './action.ts'
import { metaText } from './entry.ts'

export const codeReferencesUpdated: ActionWords = {
  label: 'Code references uploaded',
  resourceType: 'code_references',
  says: (entry) => {
    const branch = isolate(metaText(entry, 'branch') ?? 'a branch')
    const repository = isolate(metaText(entry, 'repository') ?? 'a repository')
    return [`uploaded where ${branch} of ${repository} names flags: ${counted(entry.meta)}`]
  },
}

/** Formats counts, such as `12 references to 3 flags`. */
const counted = ({ references = 0, flags = 0 }: { references?: unknown; flags?: unknown }): string =>
  Number(references) === 0 ? 'nowhere' : `${many(references, 'reference')} to ${many(flags, 'flag')}`

const many = (count: unknown, noun: string): string =>
  `${Number(count).toLocaleString('en')} ${Number(count) === 1 ? noun : `${noun}s`}`
