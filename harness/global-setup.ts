import type { TestProject } from 'vitest/node'
import { type Language, languages } from '../scripts/sdks/languages.mjs'
import { prepare } from '../scripts/sdks/prepare.mjs'
import { findToolchain } from '../scripts/sdks/toolchain.mjs'
import { startTestService } from './support/test-service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sdks: { language: string; url: string }[]
  }
}

const hasToolchain = ({ name, needs, ...language }: Language): boolean => {
  if (findToolchain(language) !== undefined) return true
  if (process.env.BUNTING_TOOLCHAINS === 'all')
    throw new Error(`The SDK in ${name} cannot be tested: this machine lacks ${needs}.`)
  console.log(`The harness leaves ${name} out: this machine lacks ${needs}.`)
  return false
}

/** Starts one test service per language, for all scenarios; `BUNTING_SDK` limits them to one language. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const wanted = process.env.BUNTING_SDK
  const chosen = languages.filter(({ name }) => wanted === undefined || name === wanted).filter(hasToolchain)
  await Promise.all(chosen.map((language) => prepare(language)))
  const services = await Promise.all(chosen.map((language) => startTestService(language)))
  provide(
    'sdks',
    services.map(({ url }, at) => ({ language: chosen[at]?.name ?? '', url })),
  )
  return async () => {
    await Promise.all(services.map(({ stop }) => stop()))
  }
}
