import { join } from 'node:path'
import { build } from 'rolldown'
import { root } from '../root.mjs'

const program = join(root, 'apps', 'bunting', 'src')
const threads = join(root, 'apps', 'server', 'src', 'telemetry', 'event-log')

/** Code that runs in threads, by the names it is asked for. */
export const threadFiles = {
  'sqlite-reader': join(threads, 'sqlite-reader.ts'),
  'sqlite-units': join(threads, 'sqlite-units.ts'),
  'sqlite-writer': join(threads, 'sqlite-writer.ts'),
}

const common = {
  cwd: root,
  platform: 'node',
  // An optional addon of pg, which is asked for only where somebody wants it.
  external: ['pg-native'],
  logLevel: 'warn',
}

/** Names stay: whoever sends a stack trace should not have to send a map with it. */
const small = { minify: { compress: true, mangle: false, codegen: true }, comments: false }

/** As modules, what is seldom needed in files of its own. Answers with the files of others that are in it. */
export async function bundleModules(folder) {
  const { output } = await build({
    ...common,
    input: { main: join(program, 'package.ts'), ...threadFiles },
    output: { dir: folder, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js', ...small },
  })
  return modulesOf(output)
}

/** As one text each, which an executable can hold. */
export async function bundleTexts(folder) {
  const entries = { main: join(program, 'executable.ts'), ...threadFiles }
  const parts = []
  for (const [name, input] of Object.entries(entries)) {
    const { output } = await build({
      ...common,
      input,
      output: { file: join(folder, `${name}.cjs`), format: 'cjs', codeSplitting: false, ...small },
    })
    parts.push(...modulesOf(output))
  }
  return parts
}

const modulesOf = (output) => output.flatMap(({ moduleIds = [] }) => moduleIds)
