import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Failure } from '../fail.mjs'
import { whileInstalling } from '../install/install.mjs'
import { run } from '../run.mjs'
import { findPrograms } from './programs.mjs'

const aptInstall = fileURLToPath(new URL('./apt-install.sh', import.meta.url))

/** Installs the programs that tests need, if it is allowed to. Returns their folders. */
export async function ensurePrograms() {
  if (missing().length > 0) await whileInstalling(installMissing)
  return findPrograms().map((program) => program.folder)
}

const missing = () => findPrograms().filter((program) => program.folder === undefined)

async function installMissing() {
  const before = missing()
  if (before.length === 0) return
  const asRoot = rootPrefix()
  if (!existsSync('/usr/bin/apt-get') || !asRoot) throw new Failure(howToInstall(before))

  const packages = before.map((program) => program.packages.apt)
  console.error(`Installing ${packages.join(', ')} with apt-get. This is done once and takes a few minutes.`)
  const [command, ...args] = [...asRoot, 'sh', aptInstall, ...packages]
  await run(command, args)
  const after = missing()
  if (after.length > 0) throw new Failure(`apt-get did not bring everything. ${howToInstall(after)}`)
}

/** The prefix that runs a command as root; undefined if that would ask for a password. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined
}

function howToInstall(programs) {
  const names = programs.map((program) => program.name).join(', ')
  const [system, command, manager] =
    process.platform === 'darwin' ? ['macOS', 'brew install', 'brew'] : ['Debian', 'sudo apt-get install', 'apt']
  const packages = programs.map((program) => program.packages[manager]).join(' ')
  return `The tests need ${names}. On ${system}: ${command} ${packages}; then run this again.`
}
