import { spawnSync } from 'node:child_process'

// Measures the eight cases of bench/engine beside code by hand and LaunchDarkly's SDK, with what each evaluation leaves to
// the garbage collector. Further arguments are JMH's: `node bench/run.mjs 'EvaluateBench.bunting' -p kind=rules`.
const run = (program, args) => {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run('mvn', ['-q', '-B', '-Pbench', 'package', '-DskipTests'])
run('java', ['-jar', 'bench/target/bench.jar', '-prof', 'gc', ...process.argv.slice(2)])
