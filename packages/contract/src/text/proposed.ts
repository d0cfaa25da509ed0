import { sayList } from './list.ts'
import { type ProposedIdsChange, sayProposedIds } from './proposed-ids.ts'

export type ProposedChange = {
  archived?: boolean | undefined
  clientSafe?: boolean | undefined
  protected?: boolean | undefined
  strict?: boolean | undefined
  emergency?: boolean | undefined
  resumed?: boolean | undefined
}

/** The words for proposals that do not change a config. */
const words: Record<keyof ProposedChange, readonly [yes: string, no: string]> = {
  archived: ['archive the flag', 'bring the flag back'],
  clientSafe: ['make the flag client-safe', 'take the flag away from client keys'],
  protected: ['protect it', 'take the protection off'],
  strict: ['make it strict', 'make it strict no longer'],
  emergency: ['allow emergency saves', 'allow no more emergency saves'],
  resumed: ['go on with its schedule', 'let its schedule rest'],
}

/** A proposed change in words, such as `archive the flag`. */
export const sayProposed = (change: ProposedChange & ProposedIdsChange): string =>
  sayProposedIds(change) ??
  sayList(
    Object.entries(words).flatMap(([name, [yes, no]]) => {
      const value = change[name as keyof ProposedChange]
      return value === undefined ? [] : [value ? yes : no]
    }),
  )
