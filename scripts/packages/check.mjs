import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { programIngredients } from '../build/ensure-program.mjs'
import { hashOf } from '../ensure-built.mjs'
import { reportFailures } from '../fail.mjs'
import { root } from '../root.mjs'
import { checkExamples } from './examples.mjs'
import { installPackages } from './installed.mjs'
import { packPackages } from './pack.mjs'
import { tryRuntimes } from './try-runtimes.mjs'

/** Everything that the result of this check depends on. */
const ingredients = [
  ...programIngredients,
  'README.md',
  'conformance',
  'docs',
  'packages',
  'scripts',
  'tsconfig.base.json',
  'tsconfig.package.json',
]
const stamp = join(root, 'node_modules', '.bunting-packages-checked')

// Builds the packages as they would be published, and checks them from the point of view of those who install them. If
// nothing changed since the last successful check, it is skipped.
await reportFailures(async () => {
  const hash = hashOf(ingredients)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) {
    console.log('the packages are as they were when they were found to be in order')
    return
  }
  const target = mkdtempSync(join(tmpdir(), 'bunting-packages-'))
  try {
    const packages = packPackages(target)
    const problems = []
    for (const one of packages) problems.push(...(await lint(one)), ...(await checkTypes(one)))
    const app = installPackages(packages, target)
    problems.push(...checkExamples(packages, app), ...(await tryRuntimes(packages, app)))
    for (const problem of problems) console.error(problem)
    console.log(`${packages.length} packages built and packed, ${problems.length} problems`)
    if (problems.length === 0) writeFileSync(stamp, hash)
    process.exitCode = problems.length > 0 ? 1 : 0
  } finally {
    rmSync(target, { recursive: true })
  }
})

async function lint({ name, tarball }) {
  const { messages, pkg } = await publint({ pack: { tarball: arrayBufferOf(readFileSync(tarball)) }, strict: true })
  return messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false })}`)
}

function arrayBufferOf({ buffer, byteOffset, byteLength }) {
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

async function checkTypes({ name, tarball }) {
  const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  return (problems ?? [])
    .filter((problem) => !isBeyondUs(problem))
    .map((problem) => `${name}: ${JSON.stringify(problem)}`)
}

/** Accepted problems: CommonJS before Node 22 cannot load these modules, and older resolution ignores `exports`. */
function isBeyondUs({ kind, resolutionKind }) {
  return kind === 'CJSResolvesToESM' || resolutionKind === 'node10'
}
