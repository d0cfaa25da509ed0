import type { Output } from './output.ts'
import { rich, yellow } from './rich.ts'

/** A change that is saved, but not everywhere yet: no failure, and nothing to hide. */
export const warnOfSync = (out: Output, answer: object): void => {
  if ('syncWarning' in answer) out.note(rich`${yellow('Warning:')} ${String(answer.syncWarning)}`)
}
