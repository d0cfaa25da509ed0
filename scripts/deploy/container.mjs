import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Failure } from '../fail.mjs'

/** The PATH that a container engine sets if an image does not. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const devices = ['null', 'zero', 'full', 'random', 'urandom']

/**
 * Starts a process as a container engine does: as process 1, on a read-only root, with the volume, /proc, some devices and
 * host names mounted. It shares the network of this machine.
 */
const script = `
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount --bind "$VOLUME" "$ROOT$VOLUME_AT"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
for device in ${devices.join(' ')}; do
  touch "$ROOT/dev/$device"
  mount --bind "/dev/$device" "$ROOT/dev/$device"
done
for file in hosts resolv.conf; do mount --bind "/etc/$file" "$ROOT/etc/$file"; done
mount -o remount,bind,ro "$ROOT" "$ROOT"
exec env -i $VARIABLES setpriv --no-new-privs \\
  unshare --root="$ROOT" --wd="$WORKDIR" --setgid="$GROUP_ID" --setuid="$OWNER_ID" "$@"
`

/** Creates the files that an engine creates in the root before it becomes read-only. */
export function prepareRoot(root) {
  for (const folder of ['proc', 'dev', 'etc']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['hosts', 'resolv.conf']) writeFileSync(join(root, 'etc', file), '')
}

export function startContainer(root, volume, image, settings = {}) {
  const variablesWith = (more) =>
    Object.entries({ PATH: path, ...image.variables, ...settings, ...more }).map(([name, value]) => `${name}=${value}`)
  const env = {
    PATH: process.env.PATH,
    ROOT: root,
    VOLUME: volume,
    VOLUME_AT: image.volume,
    WORKDIR: image.workdir,
    OWNER_ID: image.uid,
    GROUP_ID: image.gid,
    VARIABLES: variablesWith({}).join(' '),
  }
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...image.command]
  const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  }
  let ended
  const exited = once(child, 'close').then(([code, signal]) => {
    ended = { code, signal }
    return ended
  })
  /** The process id outside the container; inside it is 1. */
  const pid = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0])
  return {
    said: () => said,
    status: () => readFileSync(`/proc/${pid()}/status`, 'utf8'),
    mounts: () => readFileSync(`/proc/${pid()}/mountinfo`, 'utf8'),
    up: async () => {
      while (!said.includes('Ctrl-C')) {
        if (ended) throw new Failure(`It ended with ${ended.code ?? ended.signal}:\n${said}`)
        await setTimeout(50)
      }
    },
    /** Runs a command in the container, like `docker exec`. */
    exec: (command, more = {}) => {
      const as = [`--setuid=${image.uid}`, `--setgid=${image.gid}`]
      const into = ['nsenter', '--target', String(pid()), '--mount', '--pid', '--root', ...as]
      const args = ['-i', ...variablesWith(more), ...into, ...command]
      const { status, stdout, stderr } = spawnSync('env', args, { encoding: 'utf8' })
      return { status, said: `${stdout}${stderr}` }
    },
    stop: async (signal) => {
      process.kill(pid(), signal)
      return exited
    },
    end: async () => {
      // Killing process 1 ends everything in the container, which killing `unshare` would not.
      if (!ended) process.kill(pid(), 'SIGKILL')
      await exited
    },
  }
}
