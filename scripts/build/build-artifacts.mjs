import { join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

// As `npm run build` makes them, into the folder it is told.
const [folder] = process.argv.slice(2)
const { code } = await run(findNode(), [join(root, 'scripts', 'build.mjs'), '--out', folder])
process.exitCode = code ?? 1
