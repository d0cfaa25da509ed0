import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, pinnedPackage } from '../node.mjs'
import { listAssets, packagesOfPages } from './assets.mjs'
import { bundleTexts, threadFiles } from './bundle.mjs'
import { librariesOf } from './elf.mjs'
import { linkAtomic } from './link-atomic.mjs'
import { noticesOf, packagesOf } from './notices.mjs'

/** Builds one file with Node, the server, the dashboard and the command line, for this platform, and a file of licences. */
export async function makeExecutable(folder) {
  const texts = join(folder, 'texts')
  mkdirSync(texts)
  const modules = await bundleTexts(texts)
  const output = join(folder, process.platform === 'win32' ? 'bunting.exe' : 'bunting')
  const config = join(texts, 'sea.json')
  const threads = Object.keys(threadFiles).map((name) => [`threads/${name}.js`, join(texts, `${name}.cjs`)])
  const settings = {
    main: join(texts, 'main.cjs'),
    executable: prepareNode(texts),
    output,
    disableExperimentalSEAWarning: true,
    // V8's code cache, for a faster start.
    useCodeCache: true,
    // The program cannot be controlled by options of Node.
    execArgvExtension: 'none',
    assets: Object.fromEntries([...threads, ...listAssets()]),
  }
  writeFileSync(config, JSON.stringify(settings))
  execFileSync(findNode(), ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  chmodSync(output, 0o755)
  sayWhatIsNeeded(output)
  const notices = join(folder, 'THIRD-PARTY-NOTICES.txt')
  writeFileSync(notices, noticesOf([...packagesOf(modules), ...packagesOfPages(), pinnedPackage() ?? []].flat()))
  return [output, notices]
}

/** The libraries that every glibc system has that can run C++ programs. */
const base = /^(ld-linux.*|lib(c|dl|m|pthread|rt|stdc\+\+|gcc_s))\.so\.\d+$/

/** Warns of libraries that have to be installed, since the executable promises to need none. */
function sayWhatIsNeeded(executable) {
  if (process.platform !== 'linux') return
  const others = librariesOf(executable).filter((name) => !base.test(name))
  if (others.length > 0)
    console.error(`The executable needs ${others.join(', ')}, which a bare system lacks: install it there.`)
}

/** Copies Node without its symbols, which are a quarter of the file. They stay if there is no `strip`. */
function prepareNode(folder) {
  const node = join(folder, 'node')
  copyFileSync(findNode(), node)
  const stripped = process.platform === 'linux' && spawnSync('strip', [node], { stdio: 'ignore' }).status === 0
  if (!stripped) console.error('There is no `strip` here (Debian: binutils): the executable is about 40 MB larger.')
  if (process.platform === 'linux') linkAtomic(node)
  return node
}
