import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentServer } from '../support/document-server.ts'
import { runTool } from '../support/tools.ts'
import type { Program, Workshop } from './workshop.ts'

/** Generate, compile, run. */
type Steps = [() => Promise<unknown>, () => Promise<unknown>, () => Promise<unknown>]

export type Language = {
  name: string
  needs: readonly Program[]
  make(workshop: Workshop, place: string, server: DocumentServer): Steps
}

const apis = ['management', 'delivery'] as const

/** A program of ours that does with a generated client what people do. */
const program = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url))

const documentOf = (server: DocumentServer, api: (typeof apis)[number]): string =>
  `${server.managementUrl}/${api === 'management' ? 'openapi' : 'openapi-delivery'}.json`

/** The documents as the service serves them, each in a file. */
const saveDocuments = async (server: DocumentServer, place: string): Promise<Record<string, string>> => {
  const files: Record<string, string> = {}
  for (const api of apis) {
    const file = join(place, `${api}.json`)
    await writeFile(file, await (await fetch(documentOf(server, api))).text())
    files[api] = file
  }
  return files
}

/** Which names its flags have is the program's part: each begins with its language. */
const settings = ({ managementUrl, deliveryUrl, key, projectId, environmentId }: DocumentServer) => ({
  MANAGEMENT_URL: managementUrl,
  DELIVERY_URL: deliveryUrl,
  API_KEY: key,
  PROJECT_ID: projectId,
  ENVIRONMENT_ID: environmentId,
})

/** Of the options only names are given, as two clients in one program need, and how files are called: all else is as it comes. */
const generateBoth =
  (language: string, properties: (api: string) => string) =>
  (workshop: Workshop, place: string, server: DocumentServer) =>
  async (): Promise<void> => {
    const files = await saveDocuments(server, place)
    for (const api of apis) {
      await workshop.generate(language, files[api] as string, join(place, api), properties(api))
    }
  }

const goModule = 'module example.com/clients\n\ngo 1.24\n'

const go: Language = {
  name: 'Go (openapi-generator)',
  needs: ['java', 'mvn', 'go'],
  make: (workshop, place, server) => [
    generateBoth('go', (api) => `packageName=${api},isGoSubmodule=true,withGoMod=false`)(workshop, place, server),
    async () => {
      await writeFile(join(place, 'go.mod'), goModule)
      await copyFile(program('main.go'), join(place, 'main.go'))
      await workshop.go(['mod', 'tidy'], place)
      await workshop.go(['build', '-o', 'program', '.'], place)
    },
    () => runTool(join(place, 'program'), [], { cwd: place, env: settings(server) }),
  ],
}

const oapi: Language = {
  name: 'Go (oapi-codegen)',
  needs: ['go'],
  make: (workshop, place, server) => [
    async () => {
      const files = await saveDocuments(server, place)
      for (const api of apis) await workshop.oapi(files[api] as string, api, join(place, api))
    },
    async () => {
      await writeFile(join(place, 'go.mod'), goModule)
      await copyFile(program('oapi.go'), join(place, 'main.go'))
      await workshop.go(['mod', 'tidy'], place)
      await workshop.go(['build', '-o', 'program', '.'], place)
    },
    () => runTool(join(place, 'program'), [], { cwd: place, env: settings(server) }),
  ],
}

const java: Language = {
  name: 'Java (openapi-generator)',
  needs: ['java', 'mvn'],
  make: (workshop, place, server) => {
    const management = join(place, 'management')
    return [
      generateBoth(
        'java',
        (api) =>
          `artifactId=${api},invokerPackage=example.${api},apiPackage=example.${api}.api,modelPackage=example.${api}.model`,
      )(workshop, place, server),
      async () => {
        const sources = join(management, 'src', 'main', 'java', 'example')
        // Two clients, one build: both have the same needs.
        await runTool('cp', ['-r', join(place, 'delivery', 'src', 'main', 'java', 'example', 'delivery'), sources], {
          cwd: place,
        })
        await copyFile(program('Main.java'), join(sources, 'Main.java'))
        const build = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt']
        await workshop.maven(['-Dmaven.test.skip=true', ...build], management)
      },
      async () => {
        const libraries = await readFile(join(management, 'classpath.txt'), 'utf8')
        const where = [join(management, 'target', 'classes'), libraries.trim()].join(':')
        await runTool('java', ['-cp', where, 'example.Main'], { cwd: place, env: settings(server) })
      },
    ]
  },
}

const python: Language = {
  name: 'Python (openapi-generator)',
  needs: ['java', 'mvn', 'python3'],
  make: (workshop, place, server) => {
    const interpreter = join(place, 'venv', 'bin', 'python')
    const packages = apis.map((api) => join(place, api))
    return [
      generateBoth('python', (api) => `packageName=bunting_${api}`)(workshop, place, server),
      async () => {
        await runTool('python3', ['-m', 'venv', join(place, 'venv')], { cwd: place })
        await runTool(interpreter, ['-m', 'pip', 'install', '-q', '-r', 'management/requirements.txt'], { cwd: place })
        await runTool(interpreter, ['-m', 'compileall', '-q', ...packages], { cwd: place })
      },
      () =>
        runTool(interpreter, [program('main.py')], {
          cwd: place,
          env: { ...settings(server), PYTHONPATH: packages.join(':') },
        }),
    ]
  },
}

const typescript: Language = {
  name: 'TypeScript (typescript-fetch)',
  needs: ['java', 'mvn', 'npm'],
  make: (workshop, place, server) => [
    generateBoth('typescript-fetch', () => 'importFileExtension=.js')(workshop, place, server),
    async () => {
      await writeFile(join(place, 'package.json'), JSON.stringify({ type: 'module', private: true }))
      await runTool('npm', ['install', '--no-audit', '--no-fund', 'typescript@5.9.3', '@types/node@24'], { cwd: place })
      await copyFile(program('main.ts'), join(place, 'main.ts'))
      const options = { strict: true, target: 'es2022', module: 'nodenext', outDir: 'built', types: ['node'] }
      await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['main.ts'] }))
      await runTool(join(place, 'node_modules', '.bin', 'tsc'), [], { cwd: place })
    },
    () => runTool(process.execPath, [join(place, 'built', 'main.js')], { cwd: place, env: settings(server) }),
  ],
}

export const languages: readonly Language[] = [go, oapi, java, python, typescript]
