import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { reportFailures } from '../fail.mjs'
import { checkExamples } from './examples.mjs'
import { installPackages } from './installed.mjs'
import { packPackages } from './pack.mjs'
import { tryRuntimes } from './try-runtimes.mjs'

// Builds what would be published and looks at it as those who install it do.
await reportFailures(async () => {
  const target = mkdtempSync(join(tmpdir(), 'bunting-packages-'))
  try {
    const packages = packPackages(target)
    const problems = []
    for (const one of packages) problems.push(...(await lint(one)), ...(await checkTypes(one)))
    const app = installPackages(packages, target)
    problems.push(...checkExamples(packages, app), ...(await tryRuntimes(packages, app)))
    for (const problem of problems) console.error(problem)
    console.log(`${packages.length} packages built and packed, ${problems.length} problems`)
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

/** CommonJS before Node 22 cannot load these modules, and what is older than `exports` cannot find them. */
function isBeyondUs({ kind, resolutionKind }) {
  return kind === 'CJSResolvesToESM' || resolutionKind === 'node10'
}
