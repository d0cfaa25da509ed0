import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startContainer } from './container.mjs'
import { check } from './shell.mjs'

const port = 26379

/** Runs Delivery alone, with a Redis given by host name: looking names up needs nothing of the system. */
export async function runWithRedis(folder, image, say) {
  const volume = mkdtempSync(join(tmpdir(), 'bunting-volume-'))
  chownSync(volume, Number(image.uid), Number(image.gid))
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  const settings = {
    BUNTING_ROLE: 'delivery',
    BUNTING_DELIVERY_PORT: '24004',
    REDIS_URL: `redis://localhost:${port}/0`,
  }
  const container = startContainer(folder, volume, image, settings)
  try {
    await container.up()
    await becomesReady('http://127.0.0.1:24004/readyz')
    const { status, said } = container.exec(image.healthcheck)
    check(status === 0 && said.includes('24004') && !said.includes('4000'), `The health check says:\n${said}`)
    const { code } = await container.stop(image.stopSignal)
    check(code === 0, `Delivery ended with ${code}:\n${container.said()}`)
    say('with the role delivery it finds Redis by its name, is healthy and stops with 0')
  } finally {
    await container.end()
    redis.kill()
    rmSync(volume, { recursive: true })
  }
}

async function becomesReady(url) {
  for (let tries = 0; ; tries++) {
    const { status } = await fetch(url)
    if (status === 200) return
    check(tries < 100, `${url} still answers ${status}.`)
    await setTimeout(100)
  }
}
