import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import './read-using.mjs'
import { cruise, format } from 'dependency-cruiser'
import { findEnvironmentReaders } from './environment-readers.mjs'
import { root } from './root.mjs'

const { forbidden, options } = createRequire(import.meta.url)('../boundaries.cjs')

const folders = ['packages', 'apps', 'bench', 'examples'].filter((folder) => existsSync(join(root, folder)))
process.chdir(root)
const { output: result } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true })
const { output, exitCode } = await format(result, { outputType: 'err-long' })
console.log(output.trim())

// A parser that cannot read the sources would find no violations either.
const { totalCruised, totalDependenciesCruised } = result.summary
const blind = totalCruised === 0 || totalDependenciesCruised === 0
if (blind) console.error(`Only ${totalCruised} modules and ${totalDependenciesCruised} imports were read.`)

const readers = findEnvironmentReaders()
for (const reader of readers)
  console.error(
    `${reader} reads the environment; only apps/server/src/config/config.ts and apps/cli/src/core/environment.ts may.`,
  )

process.exitCode = exitCode > 0 || blind || readers.length > 0 ? 1 : 0
