import type { Plugin } from 'vite'

/** What the first page needs: what these import, and what that imports. */
const first = ['/src/main.tsx', '/src/pages/flags.tsx']

/** Named by packages that the first page takes little of: what it does not take is for editors. */
const heavy =
  /node_modules\/(re2js|@dnd-kit|@radix-ui\/react-slider)\/|packages\/(engine\/src\/(?!config-limits)|json-schema\/)/

/**
 * What pages share comes at once: dozens of small files would cost a browser more than the few bytes too many. But what the
 * first page does without waits until somebody opens another: it is as much again.
 */
export const splitByNeed = () => {
  const needed = new Set<string>()
  const plugin: Plugin = {
    name: 'split-by-need',
    buildEnd() {
      const reach = (id: string): void => {
        if (needed.has(id)) return
        needed.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reach(imported)
      }
      for (const id of this.getModuleIds()) if (first.some((end) => id.endsWith(end))) reach(id)
    },
  }
  const isFirst = (id: string): boolean => needed.has(id) && !heavy.test(id)
  return {
    plugin,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'shared', test: isFirst, minShareCount: 2, priority: 1 },
        { name: 'editor', test: (id: string) => !isFirst(id), minShareCount: 2 },
      ],
    },
  }
}
