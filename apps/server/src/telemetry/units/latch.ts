import { type Data, readExperiment, readKept } from '@bunting/statistics'
import type { Figures } from '../../http/ports/units.ts'
import type { Latched } from './figures.ts'
import type { Subject } from './subjects.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** What the results of now add to what is kept for good. */
export const latchedBy = (subject: Subject, figures: Figures, nowMs: number): Latched => {
  const { design, plannedEndMs, stoppedMs, startedMs } = subject
  const isOver = plannedEndMs !== null && nowMs >= plannedEndMs && !(stoppedMs !== null && stoppedMs < plannedEndMs)
  const isKept = isOver && design.method !== 'sequential'
  const kept = figures.kept ?? (isKept ? readKept(design, figures.moments[design.primary.key] ?? {}) : undefined)
  const exposed = Object.fromEntries(Object.entries(figures.units).map(([variant, { exposed }]) => [variant, exposed]))
  const data: Data = { ...figures, exposed, days: Math.floor((nowMs - startedMs) / dayMs), unitsPerDay: 0 }
  const { split, guardrails } = readExperiment(design, data)
  const evidence: Record<string, Record<string, number>> = {}
  for (const { metric, variant, evidence: found } of guardrails) {
    evidence[metric] = { ...evidence[metric], [variant]: found }
  }
  return { ...(kept && { kept }), before: { split: split.evidence, guardrails: evidence } }
}
