import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { buildImage } from './build-image.mjs'
import { prepareRoot, startContainer } from './container.mjs'
import { readDockerfile, readSettings } from './dockerfile.mjs'
import { exercise } from './exercise.mjs'
import { runWithRedis } from './image-with-redis.mjs'
import { check, sh } from './shell.mjs'

/** Programs that the image must not contain: Bunting does not need them, and an intruder would use them. */
const unwanted = /\/(sh|bash|dash|busybox|apt|apt-get|dpkg|apk|npm|npx|node|curl|wget|perl|python3?)$/

/** Builds the image from the Dockerfile, and runs it as a container engine would. No real engine is used. */
export async function verifyImage(say) {
  const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const built = buildImage(stages, say)
  const volume = mkdtempSync(join(tmpdir(), 'bunting-volume-'))
  try {
    const image = readSettings(stages.at(-1))
    verifyFiles(built.folder, say)
    // An engine copies the contents and the owner of the image's folder to a new volume.
    chownSync(volume, Number(image.uid), Number(image.gid))
    prepareRoot(built.folder)
    const key = await runAlone(built.folder, volume, image, say)
    await runAgain(built.folder, volume, image, key, say)
    await runWithRedis(built.folder, image, say)
  } finally {
    rmSync(volume, { recursive: true })
    built.remove()
  }
}

function verifyFiles(folder, say) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => !one.isDirectory())
  const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
  const found = names.filter((name) => unwanted.test(name))
  check(found.length === 0, `The image has ${found.join(', ')}.`)
  const megabytes = Number(sh('du', ['--summarize', '--bytes', folder]).split('\t')[0]) / 1e6
  say(`${names.length} files, ${megabytes.toFixed(0)} MB, no shell: ${names.sort().join(' ')}`)
}

/** Runs it with nothing but a volume: both APIs and the embedded database. */
async function runAlone(folder, volume, image, say) {
  const settings = { BUNTING_MANAGEMENT_PORT: '24000', BUNTING_DELIVERY_PORT: '24001' }
  const container = startContainer(folder, volume, image, settings)
  try {
    await container.up()
    const status = container.status()
    check(/^NSpid:\t\d+\t1$/m.test(status), 'It is not process 1.')
    check(new RegExp(`^Uid:\\t${image.uid}\\t${image.uid}\\t`, 'm').test(status), `It does not run as ${image.uid}.`)
    check(/^CapEff:\t0+$/m.test(status) && /^NoNewPrivs:\t1$/m.test(status), 'It has capabilities.')
    check(/ \/ ro[, ]/.test(container.mounts()), 'Its root can be written to.')
    say(`runs as process 1, as ${image.uid}, on a read-only root`)
    const [key] = /sk_\w+/.exec(container.said())
    await exercise('http://127.0.0.1:24000', 'http://127.0.0.1:24001', key)
    say('is ready, serves the dashboard, makes and evaluates a flag, takes an event')
    const healthy = container.exec(image.healthcheck)
    check(healthy.status === 0, `The health check fails:\n${healthy.said}`)
    const elsewhere = container.exec(image.healthcheck, { BUNTING_DELIVERY_PORT: '1' })
    check(elsewhere.status === 1, `The health check of a server that is not there ends with ${elsewhere.status}.`)
    say(`HEALTHCHECK ${image.healthcheck.join(' ')}: 0 here, 1 where nothing listens`)
    await stopped(container, image, say)
    return key
  } finally {
    await container.end()
  }
}

async function stopped(container, image, say) {
  const { code } = await container.stop(image.stopSignal)
  check(code === 0, `After ${image.stopSignal} it ended with ${code}:\n${container.said()}`)
  say(`${image.stopSignal} ends it with 0`)
}

/** Runs a new container on the same volume, with worker processes. */
async function runAgain(folder, volume, image, key, say) {
  const ports = { BUNTING_MANAGEMENT_PORT: '24002', BUNTING_DELIVERY_PORT: '24003' }
  const container = startContainer(folder, volume, image, { ...ports, BUNTING_DELIVERY_WORKERS: '2' })
  try {
    await container.up()
    await exercise('http://127.0.0.1:24002', 'http://127.0.0.1:24003', key, { isThere: true })
    say('another one on its volume, with two workers, has the flag')
    await stopped(container, image, say)
  } finally {
    await container.end()
  }
}
