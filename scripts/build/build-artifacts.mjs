import { join } from 'node:path'
import { ensureDashboard } from '../dashboard/ensure-built.mjs'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

// As `npm run build` makes them, but for the SDKs in other languages, into the folder it is told.
const [folder] = process.argv.slice(2)
await ensureDashboard()
const { code } = await run(findNode(), [join(root, 'scripts', 'build', 'artifacts.mjs'), folder])
process.exitCode = code ?? 1
