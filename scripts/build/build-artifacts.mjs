import { join } from 'node:path'
import { ensureDashboard } from '../dashboard/ensure-built.mjs'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

// Runs `npm run build` without the SDKs in other languages, into the folder that is its argument.
const [folder] = process.argv.slice(2)
await ensureDashboard()
const { code } = await run(findNode(), [join(root, 'scripts', 'build', 'artifacts.mjs'), folder])
process.exitCode = code ?? 1
