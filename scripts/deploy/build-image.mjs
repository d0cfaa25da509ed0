import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, resolve } from 'node:path'
import { Failure } from '../fail.mjs'
import { root } from '../root.mjs'
import { connect, makeBase } from './base-image.mjs'
import { sh } from './shell.mjs'
import { cache } from './tools.mjs'

/** Builds the file system of each stage from the Dockerfile, one layer per stage. Returns the last one. */
export function buildImage(stages, say) {
  const work = mkdtempSync(join(cache, 'build-'))
  const mounted = []
  const remove = () => {
    for (const folder of mounted.toReversed()) sh('umount', ['--recursive', folder])
    rmSync(work, { recursive: true, force: true })
  }
  try {
    const made = {}
    for (const [at, stage] of stages.entries()) {
      const name = stage.as ?? String(at)
      const folder = join(work, name)
      made[name] = folder
      mkdirSync(folder)
      if (stage.from !== 'scratch') mounted.push(overlay(makeBase(stage.from), join(work, `${name}-layer`), folder))
      const env = stage.from === 'scratch' ? {} : connect(folder)
      let workdir = '/'
      for (const step of stage.steps) {
        if (step.instruction === 'WORKDIR') workdir = step.text
        if (step.instruction === 'COPY') copy(step, folder, workdir, made)
        if (step.instruction !== 'RUN') continue
        say(`RUN ${step.text.replace(/\s+/g, ' ').slice(0, 90)}`)
        runIn(folder, workdir, step, env)
      }
    }
    return { folder: made[stages.at(-1).as ?? String(stages.length - 1)], remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Mounts the base read-only, with all writes going to a layer. */
function overlay(base, layer, folder) {
  mkdirSync(join(layer, 'upper'), { recursive: true })
  mkdirSync(join(layer, 'work'))
  const options = `lowerdir=${base},upperdir=${layer}/upper,workdir=${layer}/work`
  sh('mount', ['-t', 'overlay', 'overlay', '-o', options, folder])
  return folder
}

function runIn(folder, workdir, { text, flags }, env) {
  const script = `mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
    { [ -z "$3" ] || mount --bind "$3" "$0$4"; } && exec chroot "$0" /bin/sh -c "cd $1 && $2"`
  const variables = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env }
  const args = [folder, workdir, text, ...keptFolder(folder, flags.mount)]
  sh('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, ...args], { env: variables })
}

/** Handles `--mount=type=cache,target=…`: returns a folder that outlives the build, and where it is mounted. */
function keptFolder(folder, mount) {
  const [, target] = /^type=cache,target=(\S+)$/.exec(mount ?? '') ?? []
  if (target === undefined) return ['', '']
  const kept = join(cache, 'kept', target)
  for (const made of [kept, join(folder, target)]) mkdirSync(made, { recursive: true })
  return [kept, target]
}

/** Handles `COPY [--from=stage] [--chown=…] <from> <to>`: a folder of a stage, or the whole build context. */
function copy({ flags, text }, folder, workdir, made) {
  const [from, to] = text.split(/\s+/)
  const target = join(folder, resolve(workdir, to))
  mkdirSync(target, { recursive: true })
  if (flags.from === undefined) {
    if (from !== '.') throw new Failure(`COPY ${text}: only all of it can be copied from the project.`)
    for (const file of listContext()) {
      mkdirSync(dirname(join(target, file)), { recursive: true })
      cpSync(join(root, file), join(target, file), { verbatimSymlinks: true })
    }
    return
  }
  const source = join(made[flags.from], from)
  if (!statSync(source).isDirectory()) throw new Failure(`COPY ${text}: only folders can be copied from a stage.`)
  sh('cp', ['-a', `${source}/.`, target])
  if (flags.chown !== undefined) chownSync(target, ...flags.chown.split(':').map(Number))
}

/** The files of the build context: those of the project that .dockerignore does not exclude. */
function listContext() {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const files = sh('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  return files.split('\0').filter((file) => file !== '' && !ignored.some((pattern) => isUnder(file, pattern)))
}

const isUnder = (file, pattern) => {
  for (let path = file; path !== '.'; path = dirname(path)) {
    if (matchesGlob(path, pattern) || (pattern.startsWith('**/') && matchesGlob(basename(path), pattern.slice(3)))) {
      return true
    }
  }
  return false
}
