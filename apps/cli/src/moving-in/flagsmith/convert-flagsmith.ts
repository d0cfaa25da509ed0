import type { FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import type { Converter } from '../converted.ts'
import { readEnvironments } from '../shared/environments.ts'
import { openFindings } from '../shared/findings.ts'
import { openKeys, renamed } from '../shared/keys.ts'
import { readAs } from '../shared/read.ts'
import { addConfigs } from './add-configs.ts'
import { adminSchema, documentSchema } from './document.ts'
import { flagEntries, typeOfValues } from './flag-entries.ts'
import { identityIdFinding } from './identity-id.ts'
import { addSegments, segmentKeys } from './segments.ts'
import { statesOf } from './states.ts'

/** A flag of Flagsmith is on or off and has a value: it becomes the flag X, and X.value if it has a value anywhere. */
export const convertFlagsmith: Converter = (snapshot, choices) => {
  const findings = openFindings()
  const documents = readEnvironments(snapshot, choices, documentSchema)
  const features = snapshot.admin === undefined ? [] : readAs(adminSchema, snapshot.admin, 'The admin part').results
  const segments: Record<string, SegmentEntry> = {}
  const segmentKeyFor = openKeys('segment')
  const keys = segmentKeys(documents, segmentKeyFor)
  const environments = documents.map((environment) => {
    const known = addSegments(environment, { keys, keyFor: segmentKeyFor }, segments, choices.rename, findings)
    for (const finding of identityIdFinding(environment)) findings.add(finding)
    return { ...environment, states: statesOf(environment.document, known) }
  })

  const facts = new Map(features.map((feature) => [feature.name, feature]))
  const names = new Set([...environments.flatMap(({ states }) => [...states.keys()]), ...facts.keys()])
  const keyFor = openKeys('flag')
  const flags: Record<string, FlagEntry> = {}
  const made = [...names].map((name) => {
    const all = environments.map(({ states }) => states.get(name))
    const type = typeOfValues(all, facts.get(name))
    const flag = { name, key: keyFor(name), valueKey: type && keyFor(`${name}.value`), type }
    const entries = flagEntries(flag, facts.get(name), environments[0]?.document, all)
    for (const [key, entry] of Object.entries(entries)) {
      flags[key] = entry
      const wanted = key === flag.key ? name : `${name}.value`
      for (const finding of renamed(wanted, { flagKey: key })) findings.add(finding)
    }
    return flag
  })
  const byName = new Map(made.map((flag) => [flag.name, flag]))
  for (const environment of environments) {
    for (const flag of made) addConfigs(environment, flag, { flags, segments, segmentKeyFor, findings, byName })
  }
  return { flags, segments, findings: findings.list() }
}
