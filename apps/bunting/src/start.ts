import cluster from 'node:cluster'
import type { Host } from '@bunting/cli'
import type { Assets } from '@bunting/server/assets'

/** All of Bunting in one program: a command line, one of whose commands becomes the server. */
export const start = async (openAssets: () => Promise<Assets>): Promise<void> => {
  if (cluster.isWorker) return (await import('@bunting/server/worker')).runWorker()
  // Whoever reads what we print may have seen enough: `bunting audit | head`.
  const endQuietly = () => process.exit(0)
  process.stdout.on('error', endQuietly)
  const serve = async (settings: Record<string, string>): Promise<void> => {
    // A server goes on without them.
    process.stdout.off('error', endQuietly)
    // Here, since its worker processes have the environment of this one.
    Object.assign(process.env, settings)
    const assets = await openAssets()
    await (await import('@bunting/server')).run(assets)
  }
  const restore: Host['restore'] = async (file, settings) =>
    (await import('@bunting/server/restore')).restore(file, { ...process.env, ...settings })
  const argv = process.argv.slice(2)
  // A server needs nothing of the command line, and it would stay in memory for as long as the server runs.
  if (argv.length === 1 && argv[0] === 'serve') return serve({})
  const host: Host = { streams: process, variables: process.env, serve, restore }
  const { run } = await import('@bunting/cli')
  process.exitCode = await run(argv, host)
}
