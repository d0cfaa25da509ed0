import { sayProposedIds } from '@bunting/contract/text'
import type { Output } from './output.ts'
import { dim, green, rich } from './rich.ts'

type Change = {
  archived?: boolean | undefined
  clientSafe?: boolean | undefined
  protected?: boolean | undefined
  strict?: boolean | undefined
  emergency?: boolean | undefined
  resumed?: boolean | undefined
  op?: 'add' | 'remove' | 'replace' | undefined
  added?: number | undefined
  removed?: number | undefined
}

/** Words for the changes of proposals that contain no config: for setting and for clearing each field. */
const words: Record<Exclude<keyof Change, 'op' | 'added' | 'removed'>, readonly [yes: string, no: string]> = {
  archived: ['archive it', 'bring it back from the archive'],
  clientSafe: ['let client keys evaluate it', 'take it away from client keys'],
  protected: ['protect it', 'take the protection off'],
  strict: ['make it strict', 'make it strict no longer'],
  emergency: ['allow emergency saves', 'allow emergency saves no longer'],
  resumed: ['go on with its schedule', 'let its schedule rest'],
}

export const changeText = (change: Change): string =>
  sayProposedIds(change) ??
  Object.entries(words)
    .flatMap(([name, [yes, no]]) => {
      const value = change[name as keyof typeof words]
      return value === undefined ? [] : [value ? yes : no]
    })
    .join(' and ')

/** Tells that nothing changed yet: a strict environment made a proposal of it, which another person approves. */
export const noteProposed = (out: Output, name: string, proposal: { id: string; change: Change }): void => {
  out.note(rich`${green('Proposed')} for ${name} (${proposal.id}): ${changeText(proposal.change)}.`)
  out.note(dim(rich`Nothing changed yet: a strict environment takes this from two people only.`))
  out.note(dim(rich`Somebody else approves it: bunting proposals approve ${proposal.id}`))
}
