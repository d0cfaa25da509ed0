import type { Guardrail } from '@bunting/contract'
import { wrongUse } from '../core/failure.ts'
import { durationText, parseDuration } from '../text/duration.ts'

const form =
  /^(?<query>.+?)\s+(?<side>above|below)\s+(?<limit>\S+)(?:\s+for\s+(?<time>\S+))?\s+then\s+(?<then>pause|rollback)$/s

/** Parses a guardrail such as `job:errors:ratio5m above 0.05 for 5m then rollback`. */
export const parseGuardrail = (text: string): Guardrail => {
  const { query = '', side, limit = '', time = '0s', then } = form.exec(text.trim())?.groups ?? {}
  const seconds = parseDuration(time)
  const number = limit === '' ? Number.NaN : Number(limit)
  if (then === undefined || seconds === undefined || !Number.isFinite(number)) {
    return wrongUse(
      `"${text}" is no guardrail.`,
      "'<PromQL> above 0.05 for 5m then rollback': above or below a number; for how long may be left out; then pause or rollback",
    )
  }
  const crossed = side === 'above' ? { above: number } : { below: number }
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  return { query, ...crossed, for: seconds, then: then as Guardrail['then'] }
}

export const guardrailText = ({ query, above, below, for: seconds, then }: Guardrail): string => {
  const crossed = above === undefined ? `below ${below}` : `above ${above}`
  const time = seconds === 0 ? '' : ` for ${durationText(seconds)}`
  return `${query} ${crossed}${time}: ${then === 'pause' ? 'pause' : 'roll back'}`
}
