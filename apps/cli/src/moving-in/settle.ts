import { limits, parse } from '@bunting/contract'
import { configProblems } from '@bunting/engine'
import { Failure } from '../core/failure.ts'
import { own } from '../core/own.ts'
import { namedIn } from '../project-file/order.ts'
import { type ConfigEntry, configSchema, type FlagEntry } from '../project-file/project-file.ts'
import type { Converted, Finding } from './converted.ts'

/** Room for what a request says besides the config. */
const aroundBytes = 4_096

/**
 * What a converter made, held to what Bunting takes: a config that is too much for it, and one that needs a flag that is by
 * hand, come in off. Prerequisites in a circle end the import.
 */
export const settle = ({ flags, segments, findings }: Converted): Converted => {
  const found = [...findings]
  const settled: Record<string, FlagEntry> = {}
  for (const [key, entry] of Object.entries(flags)) {
    const environments = Object.entries(entry.environments).map(([environment, config]) => {
      const problem = problemOf(config, entry.type)
      if (problem === undefined) return [environment, config] as const
      found.push(byHand('too-large', key, environment, `Bunting cannot have it as it is: ${problem}.`))
      return [environment, off(config)] as const
    })
    settled[key] = { ...entry, environments: Object.fromEntries(environments) }
  }
  closeGates(settled, found)
  refuseCircles(settled)
  return { flags: settled, segments, findings: found }
}

const byHand = (code: string, flagKey: string, environment: string, message: string): Finding => ({
  code,
  kind: 'by-hand',
  flagKey,
  environment,
  message,
})

const off = ({ defaultValue }: ConfigEntry): ConfigEntry => ({ enabled: false, defaultValue, rules: [] })

const problemOf = (config: ConfigEntry, type: FlagEntry['type']): string | undefined => {
  if (Buffer.byteLength(JSON.stringify(config)) > limits.managementBodyBytes - aroundBytes) return 'it is too long'
  const read = parse(configSchema, config)
  const [problem] = read.ok ? configProblems(config, type) : read.details
  return problem && `${problem.path} ${problem.message}`
}

/** A flag that needs one by hand would be off for everybody: said, and off in so many words. */
const closeGates = (flags: Record<string, FlagEntry>, found: Finding[]): void => {
  const shut = new Set(
    found.flatMap(({ kind, flagKey, environment }) => (kind === 'by-hand' ? [`${environment} ${flagKey}`] : [])),
  )
  for (let before = -1; before !== shut.size; ) {
    before = shut.size
    for (const [key, { environments }] of Object.entries(flags)) {
      for (const [environment, config] of Object.entries(environments)) {
        const needed = namedIn(config, 'flag').find((name) => shut.has(`${environment} ${name}`))
        if (needed === undefined || shut.has(`${environment} ${key}`)) continue
        shut.add(`${environment} ${key}`)
        environments[environment] = off(config)
        found.push(byHand('failed-gate', key, environment, `It needs ${needed}, which is by hand.`))
      }
    }
  }
}

const refuseCircles = (flags: Readonly<Record<string, FlagEntry>>): void => {
  const environments = new Set(Object.values(flags).flatMap((entry) => Object.keys(entry.environments)))
  for (const environment of environments) {
    const done = new Set<string>()
    const visit = (key: string, path: readonly string[]): void => {
      if (path.includes(key)) {
        const circle = [...path.slice(path.indexOf(key)), key].join(' → ')
        throw new Failure('wrongUse', `Prerequisites go round in a circle in ${environment}: ${circle}.`)
      }
      if (done.has(key)) return
      const config = own(own(flags, key)?.environments ?? {}, environment)
      for (const needed of config ? namedIn(config, 'flag') : []) visit(needed, [...path, key])
      done.add(key)
    }
    for (const key of Object.keys(flags)) visit(key, [])
  }
}
