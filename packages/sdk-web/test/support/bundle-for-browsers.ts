import { rolldown } from 'rolldown'

/** A module and all it imports as one minified script, as an application would ship it. */
export const bundleForBrowsers = async (input: string): Promise<string> => {
  const build = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output[0].code
}
