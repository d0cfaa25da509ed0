import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, pinnedPackage } from '../node.mjs'
import { listAssets, packagesOfPages } from './assets.mjs'
import { bundleTexts, threadFiles } from './bundle.mjs'
import { noticesOf, packagesOf } from './notices.mjs'

/** One file with Node, the server, the dashboard and the command line in it, for the platform that builds it; and the licences of what is in it. */
export async function makeExecutable(folder) {
  const texts = join(folder, 'texts')
  mkdirSync(texts)
  const modules = await bundleTexts(texts)
  const output = join(folder, process.platform === 'win32' ? 'bunting.exe' : 'bunting')
  const config = join(texts, 'sea.json')
  const threads = Object.keys(threadFiles).map((name) => [`threads/${name}.js`, join(texts, `${name}.cjs`)])
  const settings = {
    main: join(texts, 'main.cjs'),
    executable: withoutSymbols(texts),
    output,
    disableExperimentalSEAWarning: true,
    // What V8 made of the code: it starts from that.
    useCodeCache: true,
    // Nobody steers the program by options of Node's.
    execArgvExtension: 'none',
    assets: Object.fromEntries([...threads, ...listAssets()]),
  }
  writeFileSync(config, JSON.stringify(settings))
  execFileSync(findNode(), ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  chmodSync(output, 0o755)
  const notices = join(folder, 'THIRD-PARTY-NOTICES.txt')
  writeFileSync(notices, noticesOf([...packagesOf(modules), ...packagesOfPages(), pinnedPackage() ?? []].flat()))
  return [output, notices]
}

/** Node comes with the names of all its functions, a quarter of the file. Where there is no `strip`, they stay. */
function withoutSymbols(folder) {
  const node = join(folder, 'node')
  copyFileSync(findNode(), node)
  const stripped = process.platform === 'linux' && spawnSync('strip', [node], { stdio: 'ignore' }).status === 0
  if (!stripped) console.error('There is no `strip` here (Debian: binutils): the executable is about 40 MB larger.')
  return node
}
