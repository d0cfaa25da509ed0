import { Failure, reportFailures } from '../fail.mjs'
import { verifyChart } from './chart.mjs'
import { verifyCompose } from './compose.mjs'
import { verifyImage } from './image.mjs'
import { verifyMetrics } from './metrics.mjs'
import { verifyUnit } from './unit.mjs'

/** The parts. Each prints what it checked, and fails with what is wrong. */
const parts = {
  unit: verifyUnit,
  compose: verifyCompose,
  metrics: verifyMetrics,
  chart: verifyChart,
  image: verifyImage,
}

/*
 * `npm run verify:deploy [part …]`: builds the Dockerfile's image and runs it, without a container engine, and checks the
 * other files of deploy/ with the programs and schemas they are for. It needs root, Debian, debootstrap, Redis, Go and
 * Python.
 */
// Ctrl-C ends the program that is running, which is handled like any failure: mounts are removed.
process.on('SIGINT', () => undefined)
await reportFailures(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Failure(`There is no part "${unknown}": ${Object.keys(parts).join(', ')}.`)
  for (const [name, verify] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const beganMs = performance.now()
    console.log(`${name}:`)
    await verify((line) => console.log(`  ${line}`))
    console.log(`  all of it, in ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`)
  }
})
