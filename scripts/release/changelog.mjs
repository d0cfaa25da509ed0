import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { root } from '../root.mjs'

const file = join(root, 'CHANGELOG.md')
const numbers = /^(\d+)\.(\d+)\.(\d+)$/

/** Checks that the version is higher than the one before. */
export function checkVersion(version, before) {
  const parts = numbers.exec(version)?.slice(1).map(Number)
  if (!parts) throw new Failure(`“${version}” is not a version such as 1.2.3.`)
  const earlier = numbers.exec(before)?.slice(1).map(Number) ?? []
  const at = parts.findIndex((part, index) => part !== earlier[index])
  if (at === -1 || parts[at] < earlier[at]) throw new Failure(`${version} does not come after ${before}.`)
}

/** Gives the unreleased changes their version and date. */
export function releaseChanges(version, day) {
  const text = readFileSync(file, 'utf8')
  const [, before, changes = '', after] =
    /^([\s\S]*?)^## Unreleased\n([\s\S]*?)(^## [\s\S]*)?$(?![\s\S])/m.exec(text) ?? []
  if (!/^- /m.test(changes))
    throw new Failure('CHANGELOG.md has nothing under “## Unreleased”: there is nothing to release.')
  writeFileSync(file, `${before}## ${version} (${day})\n${changes}${after ?? ''}`)
}
