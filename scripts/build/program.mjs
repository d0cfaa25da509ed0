import { buildProgram } from './program-package.mjs'

// Builds the package `bunting` into the folder it is told.
const [folder] = process.argv.slice(2)
await buildProgram(folder)
