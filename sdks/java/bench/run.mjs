import { spawnSync } from 'node:child_process'

// Measures the eight cases of bench/engine beside code by hand and LaunchDarkly's SDK, with what each evaluation leaves to the
// garbage collector, then what a bundle of 2,000 flags takes to start. Arguments are the names of cases, and `--rounds=31`.
// `node bench/run.mjs jmh -p kind=rules -prof gc` has JMH measure one case, with its profilers.
const run = (program, args) => {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const [first, ...rest] = process.argv.slice(2)
run('mvn', ['-q', '-B', '-Pbench', 'package', '-DskipTests'])
if (first === 'jmh') {
  run('java', ['-cp', 'bench/target/bench.jar', 'org.openjdk.jmh.Main', ...rest])
} else {
  // On a busy machine the JVM's compilers come late: -Xbatch has the code wait for them.
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
