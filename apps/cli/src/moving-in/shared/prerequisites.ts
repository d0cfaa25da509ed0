import { wrongUse } from '../../core/failure.ts'
import { own } from '../../core/own.ts'
import type { FlagEntry } from '../../project-file/project-file.ts'
import { offConfig } from './configs.ts'
import type { Findings } from './findings.ts'

type Flags = Readonly<Record<string, FlagEntry>>

const parentsOf = (flags: Flags, key: string, slug: string): string[] =>
  own(flags, key)?.environments[slug]?.prerequisites?.map(({ flagKey }) => flagKey) ?? []

/** Flags that need one that is by hand are by hand, too. Ends the command where flags need each other in a circle. */
export const settlePrerequisites = (flags: Flags, slugs: readonly string[], findings: Findings): void => {
  const left = new Set(
    findings
      .list()
      .flatMap(({ kind, flagKey, environment }) => (kind === 'by-hand' ? [`${flagKey} ${environment}`] : [])),
  )
  for (const slug of slugs) {
    for (const key of inOrder(flags, slug)) {
      const parent = parentsOf(flags, key, slug).find((name) => left.has(`${name} ${slug}`) || !own(flags, name))
      const entry = own(flags, key)
      const config = entry?.environments[slug]
      if (parent === undefined || !config) continue
      left.add(`${key} ${slug}`)
      entry.environments[slug] = offConfig(config.defaultValue, entry.type)
      const message = `${key} is off in ${slug}: it needs ${parent}, which is off there until it is done by hand.`
      findings.add({ code: 'failed-gate', kind: 'by-hand', flagKey: key, environment: slug, message })
    }
  }
}

/** Each after those that it needs. */
const inOrder = (flags: Flags, slug: string): string[] => {
  const order = new Set<string>()
  const path = new Set<string>()
  const visit = (key: string): void => {
    if (order.has(key)) return
    if (path.has(key)) {
      wrongUse(
        `The flags ${[...path, key].join(', ')} need each other in a circle, in ${slug}.`,
        'Break the circle where they come from, and import again.',
      )
    }
    path.add(key)
    for (const parent of parentsOf(flags, key, slug)) visit(parent)
    path.delete(key)
    order.add(key)
  }
  for (const key of Object.keys(flags)) if (parentsOf(flags, key, slug).length > 0) visit(key)
  return [...order]
}
