import { compileFlags, type EvaluationContext, type EvaluationResult } from '@bunting/engine'
import type { Converted } from '../../../src/moving-in/converted.ts'
import { projectFileSchema } from '../../../src/project-file/project-file.ts'

export const slug = 'production'

/** What the flags of an import answer where they went. */
export const imported = (converted: Converted) => {
  const { flags, segments } = projectFileSchema.parse({
    bunting: 1,
    project: { slug: 'shop', name: 'Shop' },
    environments: {},
    flags: converted.flags,
    segments: converted.segments,
  })
  const compiled = compileFlags({
    flags: new Map(
      Object.entries(flags).map(([key, { type, environments }]) => [
        key,
        { type, config: { version: 1, ...environments[slug] } },
      ]),
    ),
    segments: new Map(
      Object.entries(segments ?? {}).map(([key, { unit, environments }]) => [
        key,
        { unit, config: { version: 1, ...environments[slug] } },
      ]),
    ),
  })
  const evaluate = (flagKey: string, context: EvaluationContext): EvaluationResult | undefined =>
    compiled.flags.get(flagKey)?.evaluate(context)
  return {
    evaluate,
    answer: (flagKey: string, context: EvaluationContext = {}) => evaluate(flagKey, context)?.value,
    config: (flagKey: string) => converted.flags[flagKey]?.environments[slug],
    codes: (flagKey: string) =>
      converted.findings.filter((finding) => finding.flagKey === flagKey).map(({ code, kind }) => `${code} ${kind}`),
  }
}
