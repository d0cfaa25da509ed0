import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { joined } from '../text/list.ts'
import type { ActionWords } from './action.ts'
import { environment, metaText } from './entry.ts'
import type { Part } from './part.ts'

export const projectCreated: ActionWords = {
  label: 'Project created',
  resourceType: 'project',
  says: (entry) => ['created the project ', { is: 'name', text: metaText(entry, 'name') }],
}

export const projectUpdated: ActionWords = {
  label: 'Project changed',
  resourceType: 'project',
  says: (entry) => {
    const name = metaText(entry, 'name')
    const others = [
      ...('environmentOrder' in entry.meta ? ['put the environments into another order'] : []),
      ...('codeLines' in entry.meta ? [sayCodeLines(entry)] : []),
    ]
    if (name === undefined) return [others.length > 0 ? others.join(' and ') : 'changed the project']
    return ['renamed the project to ', { is: 'name', text: name }, ...others.map((text) => ` and ${text}`)]
  },
}

const sayCodeLines = ({ meta }: AuditLogEntry): string =>
  meta.codeLines === true
    ? 'allowed lines of code beside code references'
    : 'allowed no more lines of code beside code references, and had those there deleted'

export const environmentCreated: ActionWords = {
  label: 'Environment created',
  resourceType: 'environment',
  says: (entry) => {
    const copiedFrom = metaText(entry, 'copiedFrom')
    const from: Part[] =
      copiedFrom === undefined ? [] : [' as a copy of ', { is: 'environment', environmentId: copiedFrom }]
    return ['created the environment ', environment(entry), ...from]
  },
}

/** The sentences of the fields that can change. */
const fields: Record<string, (entry: AuditLogEntry, it: Part) => Part[]> = {
  protected: ({ meta }, it) =>
    meta.protected === true
      ? ['protected ', it, '. Changes there need a second person']
      : ['took the protection off ', it, '. Changes there no longer need a second person'],
  strict: ({ meta }, it) =>
    meta.strict === true
      ? ['made ', it, ' strict. What one admin could do there takes two people']
      : ['made ', it, ' strict no longer'],
  emergency: ({ meta }, it) =>
    meta.emergency === true
      ? ['allowed emergency saves in ', it, '. An admin may save there past the proposals']
      : ['allowed no more emergency saves in ', it],
  name: (entry) => ['renamed an environment to ', { is: 'name', text: metaText(entry, 'name') }],
  color: (entry, it) => ['gave ', it, ' the colour ', { is: 'code', text: metaText(entry, 'color') }],
}

export const environmentUpdated: ActionWords = {
  label: 'Environment changed',
  resourceType: 'environment',
  says: (entry) => {
    const it = environment(entry)
    const changed = Object.keys(entry.meta).flatMap((name) => fields[name] ?? [])
    if (changed.length === 0) return ['changed ', it]
    return joined(
      changed.map((says) => says(entry, it)),
      '; ',
    )
  },
}
