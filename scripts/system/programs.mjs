import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const OLDEST_POSTGRES = 15

/** The programs that tests run, their usual folders besides the PATH, and the packages that contain them. */
const programs = [
  {
    name: `PostgreSQL ${OLDEST_POSTGRES} or newer`,
    packages: { apt: 'postgresql', brew: 'postgresql' },
    commands: ['postgres'],
    folders: () => [
      ...versionsIn('/usr/lib/postgresql', ''),
      ...versionsIn('/opt/homebrew/opt', 'postgresql@'),
      ...versionsIn('/usr/local/opt', 'postgresql@'),
    ],
    isUsable: (file) =>
      Number(/(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]) >= OLDEST_POSTGRES,
  },
  {
    name: 'PgBouncer',
    packages: { apt: 'pgbouncer', brew: 'pgbouncer' },
    commands: ['pgbouncer'],
    folders: () => ['/usr/sbin', '/opt/homebrew/bin', '/usr/local/bin'],
    isUsable: () => true,
  },
  {
    name: 'Redis',
    packages: { apt: 'redis-server', brew: 'redis' },
    commands: ['redis-server'],
    folders: () => ['/opt/homebrew/bin', '/usr/local/bin'],
    isUsable: () => true,
  },
  {
    name: 'Prometheus',
    packages: { apt: 'prometheus', brew: 'prometheus' },
    commands: ['prometheus'],
    folders: () => ['/opt/homebrew/bin', '/usr/local/bin'],
    isUsable: () => true,
  },
  {
    name: 'Chromium',
    packages: { apt: 'chromium-headless-shell', brew: 'chromium' },
    // Debian has a headless Chromium, which takes a third less time; elsewhere the full one is used.
    commands: existsSync('/usr/bin/apt-get') ? ['chromium-headless-shell'] : ['chromium', 'Chromium'],
    folders: () => ['/Applications/Chromium.app/Contents/MacOS'],
    isUsable: () => true,
  },
]

/** Each program with the folder in which it was found, if any. */
export function findPrograms() {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  return programs.map(({ name, packages, commands, folders, isUsable }) => ({
    name,
    packages,
    folder: [...onPath, ...folders()].find((folder) =>
      commands.some((command) => existsSync(join(folder, command)) && isUsable(join(folder, command))),
    ),
  }))
}

function versionsIn(parent, prefix) {
  if (!existsSync(parent)) return []
  const version = (name) => Number(name.slice(prefix.length))
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix) && version(name) > 0)
    .sort((a, b) => version(b) - version(a))
    .map((name) => join(parent, name, 'bin'))
}
