import { counted } from '../../output/counted.ts'
import type { Output } from '../../output/output.ts'
import { dim, green, type Part, rich } from '../../output/rich.ts'
import type { Scan, ScannedFlag } from '../scan/scan.ts'

const aboutOf = ({ archived }: ScannedFlag, alias: string | undefined): Part =>
  [archived ? 'archived' : '', alias === undefined ? '' : `as ${alias}`].filter((word) => word !== '').join(', ')

/** Prints the references to flags in code. */
export const printReferences = (out: Output, { flags }: Scan): void => {
  const named = flags.filter(({ count }) => count > 0)
  const rows = named.flatMap((flag): Part[][] => [
    ...flag.references.map(({ flagKey, path, line, alias, text }) => [
      flagKey,
      `${path}:${line}`,
      text === undefined ? aboutOf(flag, alias) : rich`${aboutOf(flag, alias)} ${dim(text.trim())}`,
    ]),
    ...(flag.count > flag.references.length
      ? [[flag.key, `… and ${counted(flag.count - flag.references.length, 'more line')}`, '']]
      : []),
  ])
  if (rows.length > 0) out.table(['flag', 'where', ''], rows)
  const total = named.reduce((sum, { count }) => sum + count, 0)
  out.note(rich`${green('Found')} ${counted(total, 'reference')} to ${counted(named.length, 'flag')}.`)
}
