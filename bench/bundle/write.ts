import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { bundleOf } from './content.ts'

// `node bench/bundle/write.ts <file>`: the bundle as Delivery sends it, for the SDKs of other languages to start with.
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Say which file to write.')
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(bundleOf(1)))
