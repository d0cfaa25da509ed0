export { bucketOf, rolloutSeed, thresholdOf, variantSeed } from './bucket.ts'
export { type CompiledFlags, compileFlags } from './compile-flags.ts'
export type { CompiledFlag, Render } from './compiled-flag.ts'
export { isGroup, isOfSegments, keysOf, leavesOf, partsOf } from './conditions.ts'
export { configLimits } from './config-limits.ts'
export { type Cost, noCost, type Reckon } from './cost.ts'
export { type Explanation, explain, type PrerequisiteExplanation, type RuleExplanation } from './explain.ts'
export type { ConditionExplanation } from './explain-condition.ts'
export { explainSegment, type SegmentExplanation } from './explain-segment.ts'
export { type FlagGraph, type FlagsChange, type FlagsSource, isKnownFormat, openFlagGraph } from './flag-graph.ts'
export { fold } from './fold/fold.ts'
export { gatedFeatures } from './gated-features.ts'
export { readIsoInstant } from './instant.ts'
export { murmur3 } from './murmur3.ts'
export { findOperator, type OperatorName, operatorNames, operators } from './operators/index.ts'
export { longestText, type Operator, type Takes } from './operators/operator.ts'
export { patternProblem } from './operators/regex.ts'
export { segmentOperatorLabels, segmentOperatorNames } from './operators/segment-operators.ts'
export { inOrder } from './order.ts'
export { compilePattern, isFarTooLarge } from './pattern/compile-pattern.ts'
export { patternSize } from './pattern/pattern-size.ts'
export { configProblems, segmentProblems, typeProblem } from './problems.ts'
export { type Reference, referencesOf } from './references.ts'
export { costOf, reckon } from './rules-problems.ts'
export { sameValue } from './same-value.ts'
export { nextTurn, type Turn } from './turn.ts'
export type {
  AttributeCondition,
  AttributeValue,
  Condition,
  ConditionValue,
  EvaluationContext,
  EvaluationResult,
  FlagConfig,
  FlagType,
  FlagValue,
  Group,
  Json,
  JsonDocument,
  Prerequisite,
  Problem,
  Reason,
  Rule,
  Scalar,
  Segment,
  SegmentCondition,
  SegmentConfig,
  SegmentOperator,
  SegmentRule,
  Share,
  Variant,
} from './types.ts'
export { isWellFormed } from './well-formed.ts'
