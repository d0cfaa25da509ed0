import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Packs the jars, with sources, Javadoc and POMs, as a Maven repository of files. A build can use it by the path of its folder.
const [out] = process.argv.slice(2)
const [, version] = /<version>(.*)<\/version>/.exec(readFileSync('pom.xml', 'utf8'))
const repository = mkdtempSync(join(tmpdir(), 'bunting-jars-'))

const run = (program, args) => {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
}

try {
  const to = `-DaltDeploymentRepository=files::${pathToFileURL(repository).href}`
  run('mvn', ['-q', '-B', '-Pjars', 'deploy', '-DskipTests', '-pl', 'bunting-sdk,bunting-openfeature', '-am', to])
  run('tar', ['-czf', join(out, `bunting-sdk-java-${version}.tar.gz`), '-C', repository, '.'])
} finally {
  rmSync(repository, { recursive: true })
}
