import { isInstalled } from './stamp.mjs'

/**
 * Installs what is missing, once, however many processes ask for it at the same time.
 * @param {'runtime' | 'everything'} wanted
 */
export async function ensureInstalled(wanted) {
  if (isInstalled(wanted)) return
  // Imported lazily: nearly every start has nothing to install.
  const { install } = await import('./install.mjs')
  await install(wanted)
}
