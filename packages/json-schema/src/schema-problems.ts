import { configLimits, isFarTooLarge, type Problem, patternSize } from '@bunting/engine'
import { findCircles, isReference } from './find-circles.ts'
import { anchorNames, anchorsOf, findTarget } from './find-target.ts'
import { bytesOf, isDeeperThan, under } from './json.ts'
import { schemaLimits } from './limits.ts'
import { type Place, placesIn } from './places.ts'

const { bytes, levels, problems: most } = schemaLimits

/** The problems of a schema, each with its path; `path` is the path of the schema itself. */
export function schemaProblems(schema: unknown, path = ''): Problem[] {
  if (isDeeperThan(schema, levels)) return [{ path, message: `must be at most ${levels} levels deep` }]
  if (bytesOf(schema) > bytes) return [{ path, message: `must be at most ${bytes / 1024} KiB of JSON` }]
  const { places, problems } = placesIn(schema, path)
  if (problems.length > 0) return problems.slice(0, most)
  if (haveTooManyPatterns(places)) return [{ path, message: tooManyPatterns }]
  const wrong = first(most, formProblems(places))
  if (wrong.length > 0) return wrong
  const astray = first(most, referenceProblems(schema, places))
  return astray.length > 0 ? astray : circleProblems(schema, places)
}

const tooManyPatterns = `must have fewer or smaller patterns: together they may become at most ${configLimits.patternInstructions.toLocaleString('en')} instructions`

/** Patterns are measured by their texts, so that too many are never compiled. One that is too large has its own problem. */
function haveTooManyPatterns(places: readonly Place[]): boolean {
  const patterns = new Set(
    places.flatMap(({ keywords }) => keywords.flatMap(({ keyword, value }) => keyword.form.patterns?.(value) ?? [])),
  )
  let size = 0
  for (const pattern of patterns) {
    if (!isFarTooLarge(pattern)) size += patternSize(pattern)
    if (size > configLimits.patternInstructions) return true
  }
  return false
}

function* formProblems(places: readonly Place[]): Generator<Problem> {
  const [root] = places
  const anchors = new Set<string>()
  for (const place of places) {
    for (const { keyword, value, path } of place.keywords) {
      yield* keyword.form.problems(value, path)
      if (keyword.name === '$id' && place !== root) yield { path, message: innerId }
    }
    for (const name of anchorNames(place.schema)) {
      if (anchors.has(name)) yield { path: under(place.path, anchorKeyword(place, name)), message: 'is taken already' }
      anchors.add(name)
    }
  }
}

const innerId =
  'must stand at the top alone: with it this would be another schema, and there are no references to others'

const anchorKeyword = ({ schema }: Place, name: string) => (schema.$anchor === name ? '$anchor' : '$dynamicAnchor')

function* referenceProblems(root: unknown, places: readonly Place[]): Generator<Problem> {
  const anchors = anchorsOf(places)
  for (const { keywords } of places) {
    for (const { keyword, value, path } of keywords) {
      if (!isReference(keyword.name) || findTarget(root, anchors, value as string) !== undefined) continue
      yield { path, message: 'leads nowhere: there is no such schema in this one' }
    }
  }
}

function circleProblems(root: unknown, places: readonly Place[]): Problem[] {
  const anchors = anchorsOf(places)
  return findCircles(places, (reference) => findTarget(root, anchors, reference))
    .slice(0, most)
    .map((path) => ({ path, message: 'leads back to itself without going into the value: checking would never end' }))
}

function first<Item>(count: number, items: Iterable<Item>): Item[] {
  const taken: Item[] = []
  for (const item of items) if (taken.push(item) === count) break
  return taken
}
