import { isInstalled } from './stamp.mjs'

/**
 * Installs what is missing, once, however many processes ask for it at the same time.
 * @param {'runtime' | 'everything'} wanted
 */
export async function ensureInstalled(wanted) {
  if (isInstalled(wanted)) return
  // Nearly every start has nothing to install, and should not spend time on loading how.
  const { install } = await import('./install.mjs')
  await install(wanted)
}
