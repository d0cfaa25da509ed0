import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Context, type Script, SourceTextModule } from 'node:vm'
import { installed } from '../../../../server/src/testing/servers/server-process.ts'

const folder = join(installed, 'assets', 'dashboard')

const index = readFileSync(join(folder, 'index.html'), 'utf8')

/** The page around the app. Its own scripts are left out, since they only speed it up, and so is the list that they draw. */
export const frame = index.replaceAll(/<script.*?<\/script>|<div class="flags">.*?<\/div>/gs, '')

const [, entry = ''] = /<script type="module"[^>]* src="[^"]*?(assets\/index-[^"]+)"/.exec(index) ?? []

/** The source of each file and its compiled code: every window has its own modules, but compiles only once. */
const compiled = new Map<string, { source: string; code?: Buffer }>()

/** Runs the built dashboard in a window, as if it were loaded from this address. */
export const runApp = async (window: Context, url: string): Promise<void> => {
  const modules = new Map<string, SourceTextModule>()

  const moduleAt = (file: string): SourceTextModule => {
    const known = modules.get(file)
    if (known) return known
    const kept = compiled.get(file) ?? { source: readFileSync(file, 'utf8') }
    const module = new SourceTextModule(kept.source, {
      identifier: file,
      context: window,
      ...(kept.code && { cachedData: kept.code }),
      initializeImportMeta: (meta) => {
        meta.url = `${url}/${relative(folder, file)}`
      },
      importModuleDynamically: async (specifier: string) => run(join(dirname(file), specifier)),
    })
    // Missing in the types of Node.
    kept.code ??= (module as SourceTextModule & Pick<Script, 'createCachedData'>).createCachedData()
    compiled.set(file, kept)
    modules.set(file, module)
    return module
  }

  const link = async (module: SourceTextModule): Promise<void> => {
    if (module.status !== 'unlinked') return
    await module.link((specifier, { identifier }) => moduleAt(join(dirname(identifier), specifier)))
  }
  // One after the other: a module that two of them import is linked by the first.
  let linked: Promise<void> = Promise.resolve()

  const run = async (file: string): Promise<SourceTextModule> => {
    const module = moduleAt(file)
    linked = linked.then(() => link(module))
    await linked
    await module.evaluate()
    return module
  }

  await run(join(folder, entry))
}
