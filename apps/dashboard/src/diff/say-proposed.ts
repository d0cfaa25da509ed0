import { sayList } from './words.ts'

type ProposedChange = {
  archived?: boolean | undefined
  clientSafe?: boolean | undefined
  protected?: boolean | undefined
  strict?: boolean | undefined
}
type Words = { says: string; follows: string }

/** What may be proposed besides configs: what it says, and what follows from it. */
const words: Record<keyof ProposedChange, readonly [yes: Words, no: Words]> = {
  archived: [
    {
      says: 'archive the flag',
      follows: 'Apps get nothing for it from then on, in every environment, and use what their code says.',
    },
    { says: 'bring the flag back', follows: 'Apps get it again, in every environment, from the versions it had.' },
  ],
  clientSafe: [
    { says: 'make the flag client-safe', follows: 'Client keys, which are public, may evaluate it.' },
    { says: 'take the flag away from client keys', follows: 'Client keys no longer find it.' },
  ],
  protected: [
    { says: 'protect it', follows: 'Changes there need a second person.' },
    {
      says: 'take the protection off',
      follows: 'Every editor changes flags there alone, at once. Proposals that wait there are rejected.',
    },
  ],
  strict: [
    { says: 'make it strict', follows: 'Nobody archives its flags or takes its protection off alone.' },
    {
      says: 'make it strict no longer',
      follows: 'Any admin archives its flags, changes their client safety or takes its protection off alone.',
    },
  ],
}

const wordsOf = (change: ProposedChange): readonly Words[] =>
  Object.entries(words).flatMap(([name, [yes, no]]) => {
    const value = change[name as keyof ProposedChange]
    return value === undefined ? [] : [value ? yes : no]
  })

/** `archive the flag`. */
export const sayProposed = (change: ProposedChange): string => sayList(wordsOf(change).map(({ says }) => says))

export const sayWhatFollows = (change: ProposedChange): string =>
  wordsOf(change)
    .map(({ follows }) => follows)
    .join(' ')
