import { own } from '../../core/own.ts'
import type { FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import type { Converter } from '../converted.ts'
import { readEnvironments } from '../shared/environments.ts'
import { openFindings } from '../shared/findings.ts'
import { openKeys } from '../shared/keys.ts'
import { offConfig } from '../shared/off.ts'
import { readAs } from '../shared/read.ts'
import { factFindings } from './fact-findings.ts'
import { featureConfig } from './flag-config.ts'
import { defaultElsewhere, flagEntry, typeOfFeature } from './flag-entry.ts'
import { isHoldout } from './holdout.ts'
import { adminSchema, payloadSchema } from './payload.ts'
import { openSegments } from './segments.ts'

/** Converts GrowthBook: features become flags, and saved groups and holdouts become segments. */
export const convertGrowthbook: Converter = (snapshot, choices) => {
  const findings = openFindings()
  const documents = readEnvironments(snapshot, choices, payloadSchema)
  const admin = snapshot.admin === undefined ? [] : readAs(adminSchema, snapshot.admin, 'The admin part').features
  const facts = new Map(admin.map((feature) => [feature.id, feature]))
  const segments: Record<string, SegmentEntry> = {}
  const segmentKeyFor = openKeys('segment')
  const environments = documents.map(({ slug, document }) => {
    const making = {
      slug,
      payload: document,
      rename: choices.rename,
      entries: segments,
      keyFor: segmentKeyFor,
      findings,
    }
    return { slug, payload: document, segments: openSegments(making) }
  })
  const named = environments.flatMap(({ payload }) => Object.keys(payload.features))
  const ids = [...new Set([...named, ...facts.keys()])].filter((id) => !isHoldout(id))
  const flagKeyFor = openKeys('flag')
  const keys = new Map(ids.map((id) => [id, flagKeyFor(id)]))
  const flags: Record<string, FlagEntry> = {}
  for (const [id, key] of keys) {
    const features = environments.flatMap(({ payload }) => own(payload.features, id) ?? [])
    const type = typeOfFeature(features, facts.get(id))
    const entry = flagEntry(id, key, type, facts.get(id))
    flags[key] = entry
    for (const finding of factFindings(id, key, facts.get(id))) findings.add(finding)
    for (const environment of environments) {
      const { slug, payload } = environment
      const notes = findings.at({ flagKey: key, environment: slug })
      const feature = own(payload.features, id)
      const config =
        feature &&
        featureConfig(feature, { ...environment, featureId: id, type, notes, keyOf: (parent) => keys.get(parent) })
      if (!feature) {
        notes.widened(
          'no-code-default',
          'GrowthBook has no such feature there, and answers what the code says: it is off.',
        )
      }
      const fallback = defaultElsewhere(feature ? [feature, ...features] : features, facts.get(id), type)
      entry.environments[slug] = config ?? offConfig(fallback)
    }
  }
  for (const { slug, payload } of environments) {
    if (payload.experiments.length === 0) continue
    const message = `${payload.experiments.length} experiments of the visual editor and of addresses have no flag in ${slug}.`
    findings.add({ code: 'operator', kind: 'by-hand', environment: slug, message })
  }
  return { flags, segments, findings: findings.list() }
}
