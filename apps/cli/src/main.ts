import module from 'node:module'

// Node has it from 22 on; without it only the start is slower.
module.enableCompileCache?.()
// Imported after the cache is on, so that everything else starts from it.
const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
