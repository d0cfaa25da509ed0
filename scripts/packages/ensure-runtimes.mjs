import { fileURLToPath } from 'node:url'
import { reportFailures } from '../fail.mjs'
import { ensureFolder } from '../install/ensure-folder.mjs'

/** Installs the runtimes that the packages are tried on, unless they are there. */
export const ensureRuntimes = () => ensureFolder('scripts/packages/runtimes', 'to try the packages on')

if (process.argv[1] === fileURLToPath(import.meta.url)) await reportFailures(ensureRuntimes)
