import type { Plugin } from 'vite'

/** The chunks in the order in which a browser needs them: each has these files and all that they import, unless an earlier one has it. */
const stages = {
  /** Every page, and the list of flags, where most people begin. */
  index: ['/src/app/main.tsx', '/src/pages/flags/flags.tsx'],
  /** Loaded right after the first page: overlays, live updates and drafts. */
  after: [
    '/src/ui/overlays/loaded/index.ts',
    '/src/pages/flags/dialogs.ts',
    '/src/api/live/follow.ts',
    '/src/features/draft/storage/kept.ts',
    '/src/shell/drawer.tsx',
    '/src/shell/new-project.tsx',
  ],
}

/** Modules that the first page imports only by way of an index that also names others: they can come after it. */
const light =
  /react-router\/.*\/useBlocker\.|engine\/src\/(config\/config-limits|values\/same-value)|contract\/src\/(limits|hidden-characters|text\/recommendation)/

/** Packages of which the first page needs little: the rest of them belongs to the editors. */
const heavy =
  /node_modules\/(re2js|zod|@dnd-kit)\/|packages\/(engine\/src\/(?!config\/config-limits|values\/same-value)|json-schema\/|contract\/src\/(schemas\/|ramp))/

/**
 * Puts code that pages share into few chunks: dozens of small files would cost a browser more than a few unneeded
 * bytes. Code that the first page can do without comes after it, and code that it never needs comes when another page
 * is opened: each of these is as large as the first page. The first page is one file, since that compresses best.
 */
export const splitByNeed = () => {
  const needed = new Map<string, string>()
  const plugin: Plugin = {
    name: 'split-by-need',
    buildEnd() {
      const reach = (id: string, stage: string): void => {
        if (needed.has(id)) return
        needed.set(id, stage)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reach(imported, stage)
      }
      for (const [stage, ends] of Object.entries(stages)) {
        for (const id of this.getModuleIds()) if (ends.some((end) => id.endsWith(end))) reach(id, stage)
      }
    },
    // Refuses chunks that import each other: one would run before its imports are ready, and nothing else detects that.
    generateBundle(_, bundle) {
      const checked = new Set<string>()
      const follow = (name: string, path: readonly string[]): void => {
        if (path.includes(name)) this.error(`Chunks import each other: ${[...path, name].join(', ')}.`)
        if (checked.has(name)) return
        const chunk = bundle[name]
        if (chunk?.type === 'chunk') for (const imported of chunk.imports) follow(imported, [...path, name])
        checked.add(name)
      }
      for (const name of Object.keys(bundle)) follow(name, [])
    },
  }
  const stageOf = (id: string): string => {
    if (heavy.test(id)) return 'editor'
    return light.test(id) ? 'after' : (needed.get(id) ?? 'editor')
  }
  return {
    plugin,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [...Object.keys(stages), 'editor'].map((name) => ({
        name,
        test: (id: string) => stageOf(id) === name,
        minShareCount: name === 'index' ? 1 : 2,
      })),
    },
  }
}
