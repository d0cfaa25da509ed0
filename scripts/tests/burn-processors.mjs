import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const burner = fileURLToPath(new URL('./burner.mjs', import.meta.url))

/** Keeps two processes per processor busy until it is stopped: everything else takes several times as long. */
export function burnProcessors() {
  const burners = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, [burner], { stdio: ['pipe', 'ignore', 'inherit'] }),
  )
  return function stop() {
    for (const one of burners) one.kill('SIGKILL')
  }
}
