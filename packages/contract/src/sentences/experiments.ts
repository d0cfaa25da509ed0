import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { isolate } from '../text/isolate.ts'
import type { ActionWords } from './action.ts'
import { flagThere, metaText, place, reason } from './entry.ts'
import type { Part } from './part.ts'

const metric = (entry: AuditLogEntry): string => isolate(metaText(entry, 'key') ?? entry.resourceId)

export const metricCreated: ActionWords = {
  label: 'Metric created',
  resourceType: 'metric',
  says: (entry) => [`created the metric ${metric(entry)}`],
}

export const metricUpdated: ActionWords = {
  label: 'Metric changed',
  resourceType: 'metric',
  says: (entry) => {
    const { archivedAt } = entry.meta
    if (archivedAt === undefined) return [`changed the metric ${metric(entry)}`]
    return archivedAt === null ? [`brought the metric ${metric(entry)} back`] : [`archived the metric ${metric(entry)}`]
  },
}

const experiment = (label: string, verb: string, more: (entry: AuditLogEntry) => Part[] = reason): ActionWords => ({
  label,
  resourceType: 'experiment',
  says: (entry) => [`${verb} `, flagThere(entry), place(entry), ...more(entry)],
})

/** The shipped variant, and the recommendation of that moment. */
const shipped = (entry: AuditLogEntry): Part[] => {
  const why = metaText(entry, 'why')
  const whom = entry.meta.to === 'everyone' ? 'everyone' : 'its rule'
  return [
    `: ${isolate(metaText(entry, 'variant') ?? 'a variant')} for ${whom}`,
    ...(why === undefined ? [] : ['. Recommended was: ', { is: 'quote', text: why } as const]),
  ]
}

export const experimentCreated = experiment('Experiment created', 'drafted an experiment on')
export const experimentUpdated = experiment('Experiment changed', 'changed the experiment on')
export const experimentStarted = experiment('Experiment started', 'started the experiment on')
export const experimentStopped = experiment('Experiment stopped', 'stopped the experiment on')
export const experimentShipped = experiment('Variant shipped', 'shipped the experiment on', shipped)
export const experimentGuardrail = experiment(
  'Experiment guardrail crossed',
  'saw a guardrail crossed of the experiment on',
)

/** The recommendation, which ends with what to do. */
const verdict = (entry: AuditLogEntry): Part[] => {
  const why = metaText(entry, 'why')
  return why === undefined ? [] : [': ', { is: 'quote', text: why } as const]
}
export const experimentVerdict = experiment('Experiment decided', 'got the verdict of the experiment on', verdict)

export const unitsForgotten: ActionWords = {
  label: 'Unit forgotten',
  resourceType: 'environment',
  says: (entry) => ['had a unit forgotten', place(entry)],
}
