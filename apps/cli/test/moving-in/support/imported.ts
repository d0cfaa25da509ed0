import type { EvaluationContext, EvaluationResult } from '@bunting/engine'
import { Failure } from '../../../src/core/failure.ts'
import { compileConverted } from '../../../src/moving-in/compile-converted.ts'
import type { Converted } from '../../../src/moving-in/converted.ts'
import { projectFileSchema } from '../../../src/project-file/project-file.ts'

export const slug = 'production'

/** Evaluates the flags of an import in the environment that they went to. */
export const imported = (converted: Converted) => {
  const { flags, segments = {} } = projectFileSchema.parse({
    bunting: 1,
    project: { slug: 'shop', name: 'Shop' },
    environments: {},
    flags: converted.flags,
    // The ids of large segments are uploaded.
    segments: Object.fromEntries(Object.entries(converted.segments).filter(([, { large }]) => !large)),
  })
  const compiled = compileConverted({ flags, segments: { ...converted.segments, ...segments } }, slug)
  const evaluate = (flagKey: string, context: EvaluationContext): EvaluationResult | undefined =>
    compiled.get(flagKey)?.evaluate(context)
  return {
    evaluate,
    answer: (flagKey: string, context: EvaluationContext = {}) => evaluate(flagKey, context)?.value,
    config: (flagKey: string) => converted.flags[flagKey]?.environments[slug],
    codes: (flagKey: string) =>
      converted.findings.filter((finding) => finding.flagKey === flagKey).map(({ code, kind }) => `${code} ${kind}`),
  }
}

/** The full message of an import that fails. */
export const failureOf = (make: () => unknown): string => {
  try {
    make()
  } catch (error) {
    if (error instanceof Failure) return [error.message, ...error.next].join('\n')
    throw error
  }
  throw new Error('it did not fail')
}
