import type { ProposedChange } from '@bunting/contract/text'

/** The consequences of proposals other than configs. */
const words: Record<keyof ProposedChange, readonly [yes: string, no: string]> = {
  archived: [
    'Apps get nothing for it from then on, in every environment, and use what their code says.',
    'Apps get it again, in every environment, from the versions it had.',
  ],
  clientSafe: ['Client keys, which are public, may evaluate it.', 'Client keys no longer find it.'],
  protected: [
    'Changes there need a second person.',
    'Every editor changes flags there alone, at once. Proposals that wait there are rejected.',
  ],
  strict: [
    'Nobody archives its flags or takes its protection off alone.',
    'Any admin archives its flags, changes their client safety or takes its protection off alone.',
  ],
  emergency: [
    'In an emergency an admin saves flags there alone, past the proposals, and says why.',
    'Nobody saves flags there past the proposals.',
  ],
  resumed: ['Steps whose time has passed become one version at once; the others keep their times.', 'No step is run.'],
}

export const sayWhatFollows = (change: ProposedChange): string =>
  Object.entries(words)
    .flatMap(([name, [yes, no]]) => {
      const value = change[name as keyof ProposedChange]
      return value === undefined ? [] : [value ? yes : no]
    })
    .join(' ')
