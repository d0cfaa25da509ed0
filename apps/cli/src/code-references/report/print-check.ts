import { didYouMean } from '../../core/failure.ts'
import { counted } from '../../output/counted.ts'
import type { Output } from '../../output/output.ts'
import { green, type Part, red, rich } from '../../output/rich.ts'
import { type Check, passes } from './check.ts'

/** Prints the findings of a check: first the errors, then the flags that a change adds, changes and removes. */
export const printCheck = (out: Output, check: Check): void => {
  const { archived, unknown } = check
  const rows: Part[][] = [
    ...unknown.map(({ flagKey, path, line, near }) => [
      red('unknown'),
      flagKey,
      `${path}:${line}`,
      didYouMean(near).trim(),
    ]),
    ...archived.map(({ flagKey, path, line, alias }) => [
      red('archived'),
      flagKey,
      `${path}:${line}`,
      alias === undefined ? '' : `as ${alias}`,
    ]),
    ...(['added', 'changed', 'removed'] as const).flatMap((kind) =>
      (check[kind] ?? []).map(({ flagKey, before, now, references: [first] }) => [
        kind,
        flagKey,
        first === undefined ? '' : `${first.path}:${first.line}`,
        `${counted(before, 'reference')} before, ${now} now`,
      ]),
    ),
  ]
  if (rows.length > 0) out.table(['what', 'flag', 'where', ''], rows)
  out.note(
    passes(check)
      ? rich`${green('Fine:')} no line names an archived flag, and no call an unknown one.`
      : rich`${red('Not fine:')} ${counted(unknown.length, 'call')} for unknown flags, ${counted(archived.length, 'line')} with archived ones.`,
  )
}
