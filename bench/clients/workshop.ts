import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProgram, runTool } from '../support/tools.ts'

const generator = 'org.openapitools:openapi-generator-cli:7.25.0'
const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.1'

export type Program = 'go' | 'java' | 'mvn' | 'python3' | 'npm'

/** A folder that everything is fetched to and made in: nothing is installed anywhere else. */
export type Workshop = {
  folder: string
  /** Which of them this machine lacks. */
  missing(needs: readonly Program[]): Promise<Program[]>
  go(args: string[], cwd: string, env?: Record<string, string>): Promise<string>
  maven(args: string[], cwd: string): Promise<string>
  /** A client by openapi-generator. */
  generate(language: string, document: string, to: string, properties: string): Promise<void>
  /** A client by oapi-codegen: Go's text. */
  oapi(document: string, packageName: string, to: string): Promise<void>
  close(): Promise<void>
}

/** A folder that was given stays, with what was fetched: the next run is shorter. */
export const openWorkshop = async (given: string | undefined): Promise<Workshop> => {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'bunting-clients-')))
  await mkdir(folder, { recursive: true })
  const jar = join(folder, 'tools', 'openapi-generator.jar')
  const maven: Workshop['maven'] = (args, cwd) =>
    runTool('mvn', ['-q', '-B', `-Dmaven.repo.local=${join(folder, 'maven')}`, ...args], { cwd })
  const go: Workshop['go'] = (args, cwd, env = {}) =>
    runTool('go', args, { cwd, env: { GOPATH: join(folder, 'go'), GOFLAGS: '-modcacherw -mod=mod', ...env } })
  return {
    folder,
    missing: async (needs) => {
      const there = await Promise.all(needs.map(hasProgram))
      return needs.filter((_, at) => !there[at])
    },
    go,
    maven,
    generate: async (language, document, to, properties) => {
      if (!existsSync(jar)) {
        const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
        const options = [`-Dartifact=${generator}`, `-DoutputDirectory=${join(folder, 'tools')}`]
        await maven([copy, ...options, '-Dmdep.stripVersion=true'], folder)
        await runTool('mv', [join(folder, 'tools', 'openapi-generator-cli.jar'), jar], { cwd: folder })
      }
      const without = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
      const what = ['generate', '-g', language, '-i', document, '-o', to, '--global-property', without]
      await runTool('java', ['-jar', jar, ...what, '--additional-properties', properties], { cwd: folder })
    },
    oapi: async (document, packageName, to) => {
      await mkdir(to, { recursive: true })
      const bin = join(folder, 'tools')
      if (!existsSync(join(bin, 'oapi-codegen'))) await go(['install', oapiCodegen], folder, { GOBIN: bin })
      const what = ['-generate', 'types,client', '-package', packageName, '-o', join(to, 'client.go'), document]
      await runTool(join(bin, 'oapi-codegen'), what, { cwd: folder })
    },
    close: async () => {
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
