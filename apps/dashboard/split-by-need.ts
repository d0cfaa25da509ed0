import type { Plugin } from 'vite'

/** The chunks in the order in which a browser needs them: each has these files and all that they import, unless an earlier one has it. */
const stages = {
  /** Every page, and the list of flags, where most people begin. */
  index: ['/src/app/main.tsx', '/src/pages/flags/flags.tsx'],
  /** What comes right after the first page: what opens over it, what keeps it as it is, and drafts. */
  after: [
    '/src/ui/overlays/loaded/index.ts',
    '/src/pages/flags/dialogs.ts',
    '/src/api/live/follow.ts',
    '/src/features/draft/storage/kept.ts',
    '/src/shell/drawer.tsx',
    '/src/shell/new-project.tsx',
  ],
}

/** Named by packages that the first page takes little of: what it does not take is for editors. */
const heavy =
  /node_modules\/(re2js|zod|@dnd-kit)\/|packages\/(engine\/src\/(?!config\/config-limits)|json-schema\/|contract\/src\/(schemas\/|ramp))/

/**
 * What pages share comes at once: dozens of small files would cost a browser more than the few bytes too many. But what the
 * first page does without comes after it, and what it never needs when somebody opens another: each is as much again. The
 * first page is one file, which is compressed as one.
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
    // Of chunks that import each other one runs before what it imports is there, which nothing else notices.
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
  const stageOf = (id: string): string => (heavy.test(id) ? 'editor' : (needed.get(id) ?? 'editor'))
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
