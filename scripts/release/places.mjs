import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** The files that contain the version as text. It is in no others, except those generated from these. */
const texts = [
  'compose.yaml',
  'Dockerfile',
  'deploy/helm/bunting/Chart.yaml',
  'deploy/helm/bunting/ci/whole-values.yaml',
  'docs/containers.md',
  'docs/flags-as-code.md',
  'docs/getting-it.md',
  'docs/sdk-java.md',
  'packages/*/src/version.ts',
  'sdks/go/README.md',
  'sdks/go/version.go',
  'sdks/java/{,*/,examples/*/}pom.xml',
  'sdks/java/bunting-sdk/src/main/java/io/github/buntingflags/Version.java',
  'sdks/python/pyproject.toml',
  'sdks/python/src/bunting_sdk/version.py',
  'terraform/internal/provider/version.go',
]

const modules = ['sdks/go/*/go.mod']

const manifests = ['package.json', '{apps,packages,examples}/*/package.json', 'bench/package.json']
const locks = ['package-lock.json', 'bench/package-lock.json']

/** Replaces the version in every place. Returns the changed files. */
export const writeVersion = (before, version) =>
  [
    ...change(texts, (text) => text.replaceAll(whole(before), version)),
    ...change(modules, (text) => module(text, before, version)),
    ...change(manifests, (text) => ours(text, before, version)),
    ...change(locks, (text) => lock(text, before, version)),
  ].sort()

const whole = (version) => new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?![\\d]|\\.\\d)`, 'g')

function change(patterns, make) {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const made = make(text)
      if (made === text) return false
      writeFileSync(join(root, path), made)
      return true
    })
}

/** Replaces a manifest's own version, and those of our packages in its dependencies. */
const ours = (text, before, version) =>
  text
    .replace(`"version": "${before}"`, `"version": "${version}"`)
    .replaceAll(new RegExp(`("@?bunting[^"]*": ")${before.replaceAll('.', '\\.')}"`, 'g'), `$1${version}"`)

/** Replaces the version of our modules that a module of Go needs. */
const module = (text, before, version) =>
  text.replaceAll(
    new RegExp(`(github\\.com/bunting-flags/bunting\\S* v)${before.replaceAll('.', '\\.')}$`, 'gm'),
    `$1${version}`,
  )

/** Replaces versions in a lock file, but not those of third-party packages. */
function lock(text, before, version) {
  const content = JSON.parse(text)
  if (content.version === before) content.version = version
  for (const [path, one] of Object.entries(content.packages)) {
    if (path.includes('node_modules')) continue
    if (one.version === before) one.version = version
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
      for (const name of Object.keys(one[kind] ?? {})) {
        if (/^@?bunting/.test(name) && one[kind][name] === before) one[kind][name] = version
      }
    }
  }
  return `${JSON.stringify(content, null, 2)}\n`
}
