import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { sh } from './shell.mjs'
import { cache } from './tools.mjs'

const authorities = '/usr/local/share/authorities.crt'

/** Makes a stand-in for `node:<major>-<Debian>-slim`: the same Debian by debootstrap, and Node and npm from the registry. */
export function makeBase(image) {
  const [, major, debian] = /^node:(\d+)-(\w+)-slim$/.exec(image) ?? []
  if (major === undefined) throw new Failure(`${image} is no image that debootstrap and npm can stand in for.`)
  const folder = join(cache, image.replace(':', '-'))
  if (existsSync(folder)) return folder
  console.error(`  making ${folder}, once: this takes minutes`)
  const made = mkdtempSync(join(cache, 'making-'))
  sh('nice', ['debootstrap', '--variant=minbase', debian, made], { shown: false })
  install(made, `node-linux-${process.arch}@${major}`, 'usr/local')
  install(made, 'npm@10', 'usr/local/lib/node_modules/npm')
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(made, 'usr/local/bin/npm'))
  renameSync(made, folder)
  return folder
}

/** Unpacks an npm package into a folder. */
function install(folder, name, place) {
  const packed = mkdtempSync(join(cache, 'packed-'))
  sh('npm', ['pack', '--silent', '--pack-destination', packed, name], { cwd: packed })
  sh('sh', ['-c', 'tar -xzf *.tgz'], { cwd: packed })
  mkdirSync(join(folder, place), { recursive: true })
  cpSync(join(packed, 'package'), join(folder, place), { recursive: true })
  rmSync(packed, { recursive: true })
}

/** Sets up network access for programs that run in `folder`. Returns the variables they need. */
export function connect(folder) {
  const resolver = join(folder, 'etc/resolv.conf')
  rmSync(resolver, { force: true })
  copyFileSync('/etc/resolv.conf', resolver)
  const registry = sh('npm', ['config', 'get', 'registry']).trim()
  const trusted = process.env.NODE_EXTRA_CA_CERTS
  if (trusted === undefined) return { npm_config_registry: registry }
  writeFileSync(join(folder, authorities), '')
  copyFileSync(trusted, join(folder, authorities))
  return { npm_config_registry: registry, npm_config_cafile: authorities, NODE_EXTRA_CA_CERTS: authorities }
}
