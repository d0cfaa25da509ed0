import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { bundleOf } from './content.ts'

// `node bench/bundle/write.ts <file>` writes a bundle in Delivery's form, for the benchmarks of SDKs in other languages.
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Say which file to write.')
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(bundleOf(1)))
