export { bucketOf, rolloutSeed, thresholdOf, variantSeed } from './bucket.ts'
export { type CompiledFlag, compileFlag } from './compile.ts'
export { configLimits } from './config-limits.ts'
export { evaluate } from './evaluate.ts'
export { type ConditionExplanation, type Explanation, explain, type RuleExplanation } from './explain.ts'
export { gatedFeatures } from './gated-features.ts'
export { readIsoInstant } from './instant.ts'
export { murmur3 } from './murmur3.ts'
export { findOperator, type OperatorName, operatorNames, operators } from './operators/index.ts'
export type { Operator, Takes } from './operators/operator.ts'
export { patternProblem } from './operators/regex.ts'
export { compilePattern, isFarTooLarge } from './pattern/compile-pattern.ts'
export { patternSize } from './pattern/pattern-size.ts'
export { configProblems } from './problems.ts'
export type {
  Condition,
  ConditionValue,
  EvaluationContext,
  EvaluationResult,
  FlagConfig,
  FlagType,
  FlagValue,
  Problem,
  Reason,
  Rule,
  Share,
  Variant,
} from './types.ts'
export { isWellFormed } from './well-formed.ts'
