import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin'
import { IdGenerator, type Pickle } from '@cucumber/messages'

/** OpenFeature's published suites are in a folder beside the project, not in it. */
const folder = new URL('../../../../../../shared/openfeature/', import.meta.url)

const haveSuites = existsSync(folder)
if (!haveSuites) console.log("OpenFeature's Gherkin suites are not in ../shared/openfeature: they were left out.")

const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

const newId = IdGenerator.incrementing()

/** Every scenario of every suite, each with its examples. */
export const scenarios: Pickle[] = (haveSuites ? readdirSync(folder) : [])
  .filter((file) => file.endsWith('.feature'))
  .flatMap((file) => {
    const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher())
    return compile(parser.parse(read(file)), file, newId)
  })

/** A flag as the suites describe it. */
export type SuiteFlag = {
  variants: Record<string, unknown>
  defaultVariant?: string | null
  disabled?: boolean
  contextEvaluator?: string
}

export const suiteFlags = (): Record<string, SuiteFlag> => (haveSuites ? JSON.parse(read('test-flags.json')) : {})
