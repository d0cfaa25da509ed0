import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, type Rich, red, rich, yellow } from '../output/rich.ts'
import type { Finding, FindingKind } from './converted.ts'
import type { Report } from './report/report.ts'

const most = 20

const words: Record<FindingKind, { mark: Rich; plural: string }> = {
  'by-hand': { mark: red('by hand'), plural: 'by hand' },
  widened: { mark: yellow('widened'), plural: 'widened' },
  exact: { mark: dim('exact'), plural: 'to know' },
}

/** Prints the findings, the most serious first, and how many more there are. */
export const noteFindings = (out: Output, { flags, findings, verify }: Report): void => {
  const kinds = ['by-hand', 'widened', 'exact'] as const
  const counts = kinds.flatMap((kind) => {
    const count = findings.filter((finding) => finding.kind === kind).length
    return count === 0 ? [] : [`${count} ${words[kind].plural}`]
  })
  out.note(rich`${bold(counted(flags, 'flag'))}; findings: ${counts.join(', ') || 'none'}.`)
  const sorted = kinds.flatMap((kind) => findings.filter((finding) => finding.kind === kind))
  for (const finding of sorted.slice(0, most)) out.note(findingText(finding))
  if (sorted.length > most) out.note(dim(rich`  and ${sorted.length - most} more: --report has them all`))
  if (!verify) return
  const { compared, different, unexplained, below } = verify
  out.note(
    different === 0
      ? rich`Compared ${compared} answers: all the same. Below ${percent(below)} differ, with 95 % certainty.`
      : rich`Compared ${compared} answers: ${different} differ, ${unexplained} of them unexplained.`,
  )
  for (const { flagKey, environment, example } of verify.flags.filter((flag) => flag.different > 0).slice(0, most)) {
    if (!example) continue
    const { context, theirs, ours } = example
    out.note(
      rich`  ${bold(flagKey)} in ${environment}: ${JSON.stringify(context)} gets ${JSON.stringify(theirs)} there, ${JSON.stringify(ours)} here`,
    )
  }
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`

const findingText = ({ code, kind, flagKey, segmentKey, environment, message }: Finding): Rich => {
  const where = [flagKey ?? segmentKey, environment].filter((part) => part !== undefined).join(' in ')
  return rich`  ${words[kind].mark} ${where === '' ? '' : `${where}: `}${message} ${dim(`(${code})`)}`
}
