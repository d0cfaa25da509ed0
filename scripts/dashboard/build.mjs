import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import { packagesOf } from '../build/notices.mjs'
import { root } from '../root.mjs'

const compress = promisify(brotliCompress)
const worthIt = ['.js', '.css', '.html', '.svg']

// Builds the dashboard into the folder that is its argument, with a compressed copy beside each file that gains by it.
const [folder] = process.argv.slice(2)
const dashboard = join(root, 'apps', 'dashboard')
// Tests get the same build as users.
process.env.NODE_ENV = 'production'
const { output } = await build({
  root: dashboard,
  configFile: join(dashboard, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: folder, emptyOutDir: true },
})

// The third-party packages in the build, whose licences have to be shipped with it.
const modules = output.flatMap(({ moduleIds = [] }) => moduleIds)
writeFileSync(join(folder, '.packages.json'), JSON.stringify(packagesOf(modules)))

const files = readdirSync(folder, { recursive: true }).filter((name) => worthIt.includes(extname(name)))
await Promise.all(
  files.map(async (name) => {
    const file = join(folder, name)
    writeFileSync(`${file}.br`, await compress(readFileSync(file)))
  }),
)
