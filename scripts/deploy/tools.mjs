import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sh } from './shell.mjs'

const composeModule = 'github.com/compose-spec/compose-go/v2'
const operatorModule = 'github.com/prometheus-operator/prometheus-operator'
const helmVersion = 'v3.22.0'
const composeVersion = 'v2.16.2'
const operatorVersion = 'v0.85.0'
const validateVersion = '1.37.0'

/** The folder of downloads and builds, which take minutes and are made once. */
export const cache = join(tmpdir(), 'bunting-verify-deploy')
mkdirSync(cache, { recursive: true })

/** Runs `make` if the file does not exist. */
function once(path, make) {
  const file = join(cache, path)
  if (!existsSync(file)) {
    console.error(`  making ${file}, once`)
    make(file)
  }
  return file
}

const goProgram = (name, source) =>
  once(join(name, 'bin', name), (file) => {
    const folder = dirname(file)
    // `nice`, because it uses all processors for minutes, and others may use the machine.
    sh('nice', ['go', 'install', source], { env: { ...process.env, GOBIN: folder } })
    if (!existsSync(file)) renameSync(join(folder, 'cmd'), file)
  })

export const helm = () => goProgram('helm', `helm.sh/helm/v3/cmd/helm@${helmVersion}`)
/** The loader on which Docker's `compose` is built. */
export const composeLoader = () => goProgram('compose-go', `${composeModule}/cmd@${composeVersion}`)

export const kubernetesValidate = () =>
  once('venv/bin/kubernetes-validate', () => {
    sh('python3', ['-m', 'venv', join(cache, 'venv')])
    sh(join(cache, 'venv', 'bin', 'pip'), ['install', '--quiet', `kubernetes-validate==${validateVersion}`])
  })

/** The folder of a Go module, which contains its schemas. */
const goModule = (name, version) =>
  JSON.parse(sh('go', ['mod', 'download', '-json', `${name}@${version}`], { cwd: cache })).Dir

export const composeSchema = () => join(goModule(composeModule, composeVersion), 'schema', 'compose-spec.json')
export const serviceMonitorDefinition = () =>
  join(
    goModule(operatorModule, operatorVersion),
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
  )

/** Promtool from Debian's package, which is unpacked but not installed. */
export const promtool = () =>
  once('prometheus/usr/bin/promtool', () => {
    sh(
      'sh',
      ['-c', 'apt-get -q download prometheus && dpkg-deb -x prometheus_*.deb prometheus && rm prometheus_*.deb'],
      {
        cwd: cache,
      },
    )
  })
