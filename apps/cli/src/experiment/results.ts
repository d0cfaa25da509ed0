import type { AnswerOf, Endpoints } from '@bunting/contract'
import type { Output } from '../output/output.ts'
import { bold, dim, green, type Part, type Rich, red, rich, yellow } from '../output/rich.ts'

type Results = AnswerOf<Endpoints['getExperimentResults']>
type Metric = Results['metrics'][number]
type Variant = Metric['variants'][string]

/** The recommendation first, then the health of the split, then the figures. */
export const printResults = (out: Output, control: string, results: Results): void => {
  out.print(rich``)
  out.print(bold(results.recommendation.why))
  out.print(rich``)
  printUnits(out, results)
  out.print(rich``)
  out.table(
    ['metric', 'variant', 'units', 'mean', 'lift', 'interval', 'verdict'],
    results.metrics.flatMap((metric) => rowsOf(metric, control)),
  )
  for (const { key, note } of results.metrics) if (note !== undefined) out.print(dim(rich`${key}: ${note}`))
  for (const { metric, variant, status } of results.guardrails) {
    out.print(rich`${dim('Guardrail')} ${metric}: ${guardrailStates[status]} ${dim(rich`(${variant})`)}`)
  }
  if (results.isFinal) out.print(dim('These results are final.'))
}

const guardrailStates: Record<Results['guardrails'][number]['status'], Rich> = {
  safe: green('safe'),
  crossed: red('crossed'),
  unclear: yellow('unclear'),
  not_enough: dim('not enough yet'),
}

const splits: Record<Results['srm']['status'], Rich> = {
  ok: green('ok'),
  mismatch: red('mismatch'),
  not_enough: dim('not enough yet'),
}

const printUnits = (out: Output, { units, srm, health }: Results): void => {
  out.table(
    ['variant', 'exposed', 'counted', 'waiting'],
    Object.entries(units).map(([variant, { exposed, matured, waiting }]): Part[] => [
      variant,
      exposed.toLocaleString('en'),
      matured.toLocaleString('en'),
      waiting.toLocaleString('en'),
    ]),
  )
  out.print(rich`Split: ${splits[srm.status]}`)
  for (const { sdkType, sdkVersion, count } of health.mismatched) {
    out.print(
      rich`${yellow('!')} ${count.toLocaleString('en')} exposures of ${sdkType} ${sdkVersion} had another variant than the split.`,
    )
  }
}

const verdicts: Record<NonNullable<Variant['verdict']>, Rich> = {
  better: green('better'),
  worse: red('worse'),
  no_difference: dim('no difference'),
  unclear: yellow('unclear'),
  not_enough: dim('not enough yet'),
}

const rowsOf = ({ key, role, variants }: Metric, control: string): Part[][] =>
  Object.entries(variants).map(([variant, result]): Part[] => [
    role === 'primary' ? bold(key) : rich`${key}${dim(role === 'secondary' ? '' : ` (${role})`)}`,
    variant === control ? rich`${variant}${dim(' (control)')}` : variant,
    result.n.toLocaleString('en'),
    result.mean === null ? '–' : number(result.mean),
    result.lift ? percent(result.lift.value) : '',
    intervalText(result),
    result.verdict === undefined ? '' : verdicts[result.verdict],
  ])

/** The relative interval if it has bounds, otherwise that of the difference. */
const intervalText = ({ lift, difference }: Variant): string => {
  if (lift) return `${percent(lift.low)} to ${percent(lift.high)}`
  return difference ? `${number(difference.low)} to ${number(difference.high)} (difference)` : ''
}

const number = (value: number): string =>
  Number(value.toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 10 })

const percent = (share: number): string => `${share > 0 ? '+' : ''}${number(Number((share * 100).toPrecision(3)))} %`
