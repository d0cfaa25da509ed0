import { join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

// Runs `npm run build` into the folder that is its argument.
const [folder] = process.argv.slice(2)
const { code } = await run(findNode(), [join(root, 'scripts', 'build.mjs'), '--out', folder])
process.exitCode = code ?? 1
