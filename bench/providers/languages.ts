import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, runToEnd } from './run-to-end.ts'

export type Language = {
  /** As `cases.json` has it. */
  name: string
  provider: string
  /** Programs that it needs: any of them missing, it is left out. */
  needs: string[]
  /** Makes everything ready in a folder of its own, and nothing outside of it. */
  prepare(folder: string): Promise<Command>
}

const here = fileURLToPath(new URL('.', import.meta.url))

const javaScript = (name: string, provider: string, file: string): Language => ({
  name,
  provider,
  needs: [],
  prepare: async () => ({ program: process.execPath, args: [join(here, 'javascript', file)] }),
})

export const languages: Language[] = [
  {
    name: 'python',
    provider: 'openfeature-provider-ofrep 0.3.0',
    needs: ['python3'],
    prepare: async (folder) => {
      await runToEnd({ program: 'python3', args: ['-m', 'venv', folder] })
      const python = join(folder, 'bin', 'python')
      const list = join(here, 'python', 'requirements.txt')
      await runToEnd({ program: python, args: ['-m', 'pip', 'install', '--quiet', '--requirement', list] })
      return { program: python, args: [join(here, 'python', 'runner.py')] }
    },
  },
  {
    name: 'go',
    provider: 'go-sdk-contrib/providers/ofrep v0.1.7',
    needs: ['go'],
    prepare: async (folder) => {
      await cp(join(here, 'go'), folder, { recursive: true })
      // Writable, so that all of it can be removed.
      const env = {
        GOPATH: join(folder, 'path'),
        GOCACHE: join(folder, 'cache'),
        GOFLAGS: '-modcacherw -buildvcs=false',
      }
      await runToEnd({ program: 'go', args: ['build', '-o', 'runner', '.'], cwd: folder, env })
      return { program: join(folder, 'runner'), args: [] }
    },
  },
  {
    name: 'java',
    provider: 'dev.openfeature.contrib.providers:ofrep 0.0.2',
    needs: ['java', 'javac', 'mvn'],
    prepare: async (folder) => {
      await cp(join(here, 'java'), folder, { recursive: true })
      const own = [`-Dmaven.repo.local=${join(folder, 'repository')}`, '-DoutputDirectory=lib']
      await runToEnd({ program: 'mvn', args: ['-q', '-B', ...own, 'dependency:copy-dependencies'], cwd: folder })
      return { program: 'java', args: ['-cp', join(folder, 'lib', '*'), join(folder, 'Runner.java')] }
    },
  },
  javaScript('javascript', '@openfeature/ofrep-provider', 'server.ts'),
  javaScript('web', '@openfeature/ofrep-web-provider', 'web.ts'),
]
