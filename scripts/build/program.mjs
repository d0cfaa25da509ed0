import { buildProgram } from './program-package.mjs'

// Builds the package `bunting` into the folder that is its argument.
const [folder] = process.argv.slice(2)
await buildProgram(folder)
