import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { check, sh } from './shell.mjs'

const file = join(root, 'deploy', 'systemd', 'bunting.service')
const maxExposure = 1.5

/** Checks the unit with systemd's own tools. It is not started, since that needs a machine that systemd has booted. */
export async function verifyUnit(say) {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-unit-'))
  try {
    // Imitates an installed machine, since `verify` looks for the program.
    mkdirSync(join(folder, 'etc/systemd/system'), { recursive: true })
    mkdirSync(join(folder, 'usr/local/bin'), { recursive: true })
    writeFileSync(join(folder, 'usr/local/bin/bunting'), '#!/bin/sh\n', { mode: 0o755 })
    copyFileSync(file, join(folder, 'etc/systemd/system/bunting.service'))
    for (const target of ['network-online', 'multi-user', 'sysinit', 'basic', 'shutdown']) {
      writeFileSync(join(folder, `etc/systemd/system/${target}.target`), `[Unit]\nDescription=${target}\n`)
    }
    sh('systemd-analyze', [`--root=${folder}`, '--man=no', 'verify', 'bunting.service'])
    say('systemd-analyze verify finds nothing')
    const found = sh('systemd-analyze', ['security', '--offline=true', '--no-pager', file])
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(found)?.[1])
    check(exposure <= maxExposure, `The unit is exposed at ${exposure}, which is more than ${maxExposure}.`)
    say(`systemd-analyze security: exposure ${exposure}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
