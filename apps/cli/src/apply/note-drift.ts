import { changeLines } from '../output/change-lines.ts'
import type { Output } from '../output/output.ts'
import { rich, yellow } from '../output/rich.ts'
import type { Drift } from './drift.ts'

/** Prints a note for each drift: a change since the last apply that did not come from this repository. */
export const noteDrift = (out: Output, drift: readonly Drift[]): void => {
  for (const { noun, key, env, version, by, changes } of drift) {
    const place = `${noun === 'segment' ? 'the segment ' : ''}${key}${env === undefined ? '' : ` in ${env}`}`
    const upTo = version === undefined ? '' : `, up to version ${version}`
    if (changes) {
      out.note(rich`${yellow('Drift:')} ${place} was changed elsewhere${upTo} by ${by}:`)
      for (const line of changeLines(changes, '  ')) out.note(line)
    } else out.note(rich`${yellow('Drift:')} version ${version ?? ''} of ${place} by ${by} was not applied from here.`)
  }
}
