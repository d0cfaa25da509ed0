import type { ExperimentGuardrail } from '@bunting/contract'
import { wrongUse } from '../core/failure.ts'

const form = /^(?<metric>\S+)\s+worse\s+by\s+(?<percentage>\d+(?:\.\d+)?)\s*%?\s+then\s+(?<then>notify|pause|rollback)$/

/** `errors worse by 5 % then rollback`. */
export const parseGuardrail = (text: string): ExperimentGuardrail => {
  const { metric = '', percentage, then } = form.exec(text.trim())?.groups ?? {}
  if (then === undefined) {
    return wrongUse(
      `"${text}" is no guardrail.`,
      "'<metric> worse by 5 % then rollback': how much worse than control is tolerated; then notify, pause or rollback",
    )
  }
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  return { metric, worseBy: Number(percentage) / 100, then: then as ExperimentGuardrail['then'] }
}

export const guardrailText = ({ metric, worseBy, then }: ExperimentGuardrail): string =>
  `${metric} worse by ${Number((worseBy * 100).toPrecision(6))} %: ${then === 'rollback' ? 'roll back' : then}`
