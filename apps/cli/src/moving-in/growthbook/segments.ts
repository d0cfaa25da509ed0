import { own } from '../../core/own.ts'
import type { SegmentEntry } from '../../project-file/project-file.ts'
import { ByHand, byHand } from '../shared/by-hand.ts'
import type { Findings, Notes } from '../shared/findings.ts'
import { emptySegment } from '../shared/off.ts'
import { listIds, segmentEntry } from '../shared/segments.ts'
import { all, any, audienceOf, inSegment, none, type Tree } from '../shared/tree.ts'
import { attributeOf, type Scope, treeOf } from './condition.ts'
import { answersTree, type Draft, draftsOf } from './drafts.ts'
import { meets } from './meets.ts'
import type { ParentCondition, Payload } from './payload.ts'

const title = 'GrowthBook'

/** The inputs for making the segments of one environment. */
type Making = {
  slug: string
  payload: Payload
  rename: ReadonlyMap<string, string>
  entries: Record<string, SegmentEntry>
  keyFor(name: string): string
  findings: Findings
}

export type Segments = {
  /** The scope for converting the conditions of one flag or segment. */
  scopeAt(notes: Notes): Scope
  /** The audience for whom a holdout gives an answer that the condition takes. */
  holdout(parent: ParentCondition): Tree
}

export const openSegments = ({ slug, payload, rename, entries, keyFor, findings }: Making): Segments => {
  const made = new Map<string, Tree | ByHand>()
  const path = new Set<string>()

  /** Makes each segment once, however many conditions refer to it. */
  const once = (name: string, make: (key: string) => Tree): Tree => {
    const key = keyFor(name)
    const known = made.get(key)
    if (known instanceof ByHand) throw known
    if (known !== undefined) return known
    if (path.has(key)) byHand('operator', `The saved group ${key} names itself.`)
    path.add(key)
    try {
      const tree = make(key)
      made.set(key, tree)
      return tree
    } catch (error) {
      if (error instanceof ByHand && !made.has(key)) {
        made.set(key, error)
        const message = `The segment "${name}" is not there. ${error.message}`
        findings.add({ code: error.code, kind: 'by-hand', environment: slug, message })
      }
      throw error
    } finally {
      path.delete(key)
    }
  }

  const lists = { title, entries, environment: slug, keyFor }

  const listTree = (name: string, attribute: string, values: readonly (string | number)[]): Tree =>
    once(name, (key) => {
      if (values.some((value) => typeof value === 'number')) {
        findings
          .at({ segmentKey: key, environment: slug })
          .widened(
            'type-strict',
            'The list has numbers. In GrowthBook a text is never one of them; here ids are texts.',
          )
      }
      const ids = [...new Set(values.map(String))].filter((id) => id !== '')
      return inSegment(listIds(lists, { name, unit: attribute === 'userId' ? null : attribute, ids }))
    })

  const ruleTree = (name: string, make: (scope: Scope) => Tree): Tree =>
    once(name, (key) => {
      const audience = audienceOf(make(scopeAt(findings.at({ segmentKey: key, environment: slug }))))
      const rules = audience ? [{ id: 'rule-1', name: '', enabled: true, ...audience }] : []
      const entry = own(entries, key) ?? segmentEntry(title, name)
      entries[key] = entry
      entry.environments[slug] = { ...emptySegment(), rules }
      return inSegment([key])
    })

  const everywhere = findings.at({ environment: slug })
  const scopeAt = ({ widened }: Notes): Scope => ({
    rename,
    // This note is about all attributes of all flags, so it is added only once.
    note: (code, message) => (code === 'type-strict' ? everywhere.widened : widened)(code, message),
    savedGroup: (id, asked) => {
      const group = own(payload.savedGroups, id)
      if (!group || Array.isArray(group)) return false
      if (group.type === 'condition') return ruleTree(id, (scope) => treeOf(group.condition, scope))
      const by = asked ?? group.attributeKey
      return by !== undefined && (savedList(id, by) ?? false)
    },
    savedList,
  })

  function savedList(id: string, by: string): Tree | undefined {
    const group = own(payload.savedGroups, id)
    if (group === undefined) return false
    if (!Array.isArray(group) && group.type === 'condition') return undefined
    const [values, attributeKey] = Array.isArray(group) ? [group, 'id'] : [group.values, group.attributeKey]
    return listTree(by === attributeKey ? id : `${id}-${by}`, attributeOf(by, rename), values)
  }

  const holdout = ({ id, condition = {} }: ParentCondition): Tree => {
    const feature = own(payload.features, id)
    if (!feature) return meets(condition, null)
    const isWanted = (value: unknown) => meets(condition, value ?? null)
    const name = `holdout-${id.slice('$holdout:'.length)}`
    const isUsual = JSON.stringify(condition) === '{"value":"holdoutcontrol"}'
    return ruleTree(isUsual ? name : `${name}-${JSON.stringify(condition)}`, (scope) => {
      const drafts = feature.rules.flatMap((rule, at): Draft[] => {
        if (rule.parentConditions?.length) byHand('failed-gate', `The holdout ${id} has prerequisites.`)
        return draftsOf(rule, { id: `${at}`, featureId: id, bandits: payload.contextualBandits }, scope)
      })
      const matches = drafts.map((draft) => answersTree(draft, () => true))
      const answers = drafts.map((draft, at) => [none(...matches.slice(0, at)), answersTree(draft, isWanted)])
      const left = isWanted(feature.defaultValue) && none(...matches)
      return any(...answers.map((trees) => all(...trees)), left)
    })
  }

  return { scopeAt, holdout }
}
