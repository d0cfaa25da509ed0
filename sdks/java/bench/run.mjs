import { spawnSync } from 'node:child_process'

// Measures the eight cases of bench/engine against hand-written code and LaunchDarkly's SDK, in time and bytes allocated, and then
// how long a bundle of 2,000 flags takes to load. Arguments are the names of cases, and `--rounds=31`.
// `node bench/run.mjs jmh -p kind=rules -prof gc` measures one case with JMH and its profilers.
const run = (program, args) => {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const [first, ...rest] = process.argv.slice(2)
run('mvn', ['-q', '-B', '-Pbench', 'package', '-DskipTests'])
if (first === 'jmh') {
  run('java', ['-cp', 'bench/target/bench.jar', 'org.openjdk.jmh.Main', ...rest])
} else {
  // On a busy machine the JIT lags behind: with -Xbatch the code waits for it.
  run('java', ['-Xbatch', '-jar', 'bench/target/bench.jar', ...process.argv.slice(2)])
  run('node', ['../../bench/bundle/write.ts', 'bench/target/bundle.json'])
  run('java', [
    '-XX:+UseSerialGC',
    '-cp',
    'bench/target/bench.jar',
    'io.github.buntingflags.bench.Start',
    'bench/target/bundle.json',
  ])
}
