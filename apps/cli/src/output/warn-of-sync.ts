import type { Output } from './output.ts'
import { rich, yellow } from './rich.ts'

/** Warns of a change that is saved but not yet published everywhere, which is no failure. */
export const warnOfSync = (out: Output, answer: object): void => {
  if ('syncWarning' in answer) out.note(rich`${yellow('Warning:')} ${String(answer.syncWarning)}`)
}
