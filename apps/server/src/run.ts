import type { Assets } from './base/assets.ts'
import { withoutSecrets } from './base/error-in-log.ts'
import { openLog } from './base/log.ts'
import { StartupError } from './base/startup-error.ts'
import { stopOnFault } from './base/stop-on-fault.ts'
import { withLittleRoom } from './base/with-little-room.ts'
import type { Service } from './compose/compose.ts'
import { readConfig } from './config/config.ts'

/** Starts the service, prints its addresses, and stops it on a signal. */
export const run = async (assets: Assets): Promise<void> => {
  // The parent process that reads the output may be gone: that must not stop the server.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  stopOnFault(openLog())
  // Files that are written from here on are for their owner alone, whatever the shell allows.
  process.umask(0o077)
  const starting = withLittleRoom(() => start(assets))
  let stopping = false
  const stop = async (): Promise<void> => {
    // A signal to the whole process group comes twice: once to us, once passed on by the parent process.
    if (stopping) return
    stopping = true
    process.stdout.write('Stopping: finishing what is in flight.\n')
    const started = await starting
    await started?.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const service = await starting
  // A failed start has closed everything: only the signal handlers keep the process alive.
  if (!service) process.exit(1)
  process.stdout.write(greeting(service))
}

const start = async (assets: Assets): Promise<Service | undefined> => {
  try {
    const { startService } = await import('./compose/compose.ts')
    return await startService(readConfig(), assets)
  } catch (error) {
    process.stderr.write(`${withoutSecrets(failureText(error))}\n`)
    return undefined
  }
}

const failureText = (error: unknown): string =>
  error instanceof StartupError ? error.message : `Bunting could not start: ${(error as Error).stack ?? error}`

const greeting = ({ management, delivery, firstKey, signInLink, warnings }: Service): string => {
  const lines = ['', 'Bunting is up.']
  if (management) lines.push(`  Management API  ${management.url}   (reference: ${management.publicUrl}/docs)`)
  if (delivery) lines.push(`  Delivery API    ${delivery.url}`)
  const reached = [management, delivery].flatMap((one) => (one && one.publicUrl !== one.url ? one.publicUrl : []))
  if (reached.length > 0) lines.push(`  As others reach it: ${reached.join(' and ')}`)
  if (signInLink !== undefined) {
    lines.push('', '  Sign in to the dashboard, once and within 15 minutes:', `    ${signInLink}`)
  }
  if (firstKey !== undefined) {
    lines.push(
      '',
      '  Your first server key, for the development environment. It is shown this once:',
      `    ${firstKey}`,
    )
  }
  if (firstKey !== undefined && delivery) {
    lines.push(
      '',
      '  Evaluate a flag (FLAG_NOT_FOUND until you create it; the README has the next step):',
      `    curl ${delivery.publicUrl}/v1/evaluate -H 'Authorization: Bearer ${firstKey}' \\`,
      `      -H 'Content-Type: application/json' -d '{"flagKey":"my-first-flag","context":{"userId":"ada"}}'`,
    )
  }
  for (const warning of warnings) lines.push('', `  Warning: ${warning}`)
  return `${[...lines, '', 'Ctrl-C stops it.', ''].join('\n')}\n`
}
