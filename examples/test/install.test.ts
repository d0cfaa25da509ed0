import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const scripts = join(import.meta.dirname, '..', '..', 'scripts')
const writeJson = (file: string, value: unknown) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
}

/**
 * A checkout with one workspace that needs two packages, correctly installed. No registry answers; `thing` can be
 * installed without one.
 */
const makeCheckout = () => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (...path: string[]) => join(folder, ...path)
  cpSync(scripts, at('scripts'), { recursive: true, filter: (path) => !path.includes('node_modules') })

  const manifest = { name: 'thing', version: '1.0.0', main: 'index.js' }
  writeJson(at('package', 'package.json'), manifest)
  writeFileSync(at('package', 'index.js'), 'module.exports = 1')
  execFileSync('tar', ['-czf', at('thing.tgz'), '-C', folder, 'package'])
  rmSync(at('package'), { recursive: true })

  const user = { name: 'user', version: '0.0.0', dependencies: { thing: 'file:../../thing.tgz', other: '^2.0.0' } }
  writeJson(at('package.json'), { name: 'checkout', workspaces: ['packages/*'], optionalDependencies: {} })
  writeJson(at('packages', 'user', 'package.json'), user)
  writeJson(at('package-lock.json'), {
    name: 'checkout',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'checkout', workspaces: ['packages/*'] },
      'node_modules/other': { version: '2.0.0', resolved: 'http://127.0.0.1:9/other-2.0.0.tgz' },
      'node_modules/thing': { version: '1.0.0', resolved: 'file:thing.tgz' },
      'node_modules/user': { resolved: 'packages/user', link: true },
      'packages/user': { version: user.version, dependencies: user.dependencies },
    },
  })

  writeJson(at('node_modules', 'thing', 'package.json'), manifest)
  writeFileSync(at('node_modules', 'thing', 'index.js'), 'module.exports = 1')
  writeJson(at('node_modules', 'other', 'package.json'), { name: 'other', version: '2.0.0' })
  cpSync(at('packages', 'user'), at('node_modules', 'user'), { recursive: true })

  const install = () => {
    const script = "import('./scripts/install/ensure-installed.mjs').then((m) => m.ensureInstalled('runtime'))"
    const { npm_execpath: _, ...env } = process.env
    return spawnSync(process.execPath, ['-e', script], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...env,
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_fetch_retries: '0',
        npm_config_cache: at('cache'),
      },
    })
  }
  return { at, install, stamp: at('node_modules', '.bunting-installed') }
}

test('with everything there, and nothing that says so, it starts without the registry', () => {
  const { at, install, stamp } = makeCheckout()
  const { status, stderr } = install()
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(existsSync(stamp)).toBe(true)
  expect(existsSync(at('node_modules', 'other', 'package.json'))).toBe(true)
})

test.each(['a package of another version', 'a package that is missing'])(
  'with %s and the registry away it says so, and what was there stays',
  (problem) => {
    const { at, install, stamp } = makeCheckout()
    if (problem === 'a package that is missing') rmSync(at('node_modules', 'other'), { recursive: true })
    else writeJson(at('node_modules', 'other', 'package.json'), { name: 'other', version: '1.9.0' })
    for (let time = 0; time < 2; time++) {
      const { status, stderr } = install()
      expect(status).toBe(1)
      expect(stderr).toContain('Check that the npm registry can be reached')
      expect(readFileSync(at('node_modules', 'thing', 'index.js'), 'utf8')).toBe('module.exports = 1')
    }
    expect(existsSync(stamp) && readFileSync(stamp, 'utf8') !== 'installing').toBe(false)
  },
)

test('an install that ended half way is begun anew, and where that fails too, what was there stays', () => {
  const { at, install, stamp } = makeCheckout()
  writeFileSync(stamp, 'installing')
  expect(install().status).toBe(1)
  expect(existsSync(at('node_modules', 'other', 'package.json'))).toBe(true)
  expect(existsSync(at('node_modules', 'thing', 'package.json'))).toBe(true)

  // As if the install had been killed while unpacking, and without dependencies that need the registry.
  rmSync(at('node_modules', 'thing', 'index.js'))
  for (const file of [at('package-lock.json'), at('packages', 'user', 'package.json')]) {
    const json = JSON.parse(readFileSync(file, 'utf8'))
    delete json.dependencies?.other
    delete json.packages?.['node_modules/other']
    delete json.packages?.['packages/user'].dependencies.other
    writeJson(file, json)
  }
  expect(install()).toMatchObject({ status: 0 })
  expect(existsSync(at('node_modules', 'thing', 'index.js'))).toBe(true)
  expect(existsSync(at('node_modules', 'other'))).toBe(false)
})
