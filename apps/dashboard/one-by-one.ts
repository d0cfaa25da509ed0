import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const icons = 'lucide-react'

/** Matches `export { default as Check, default as CheckIcon } from './icons/check.mjs'`. */
const exported = /export \{ ([^}]+) \} from '\.(\/icons\/[^']+)\.mjs'/g

const readFiles = (): ReadonlyMap<string, string> => {
  const list = readFileSync(new URL('../lucide-react.mjs', import.meta.resolve(`${icons}/icons/check`)), 'utf8')
  return new Map(
    [...list.matchAll(exported)].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name) => [name.replace('default as ', ''), `${icons}${file}`] as const),
    ),
  )
}

/** Imports each icon from its own file. From the package's index the bundler would put the icons of all pages into the first chunk. */
export const oneByOne = (): Plugin => {
  let files: ReadonlyMap<string, string> | undefined
  return {
    name: 'one-by-one',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: icons },
      handler: (code) => {
        files ??= readFiles()
        return code.replaceAll(/import \{([^}]+)\} from 'lucide-react'/g, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => {
              const [icon = '', as = icon] = name.split(' as ')
              return `import ${as} from '${files?.get(icon)}'`
            })
            .join(';'),
        )
      },
    },
  }
}
