export { fold } from './case-folding/fold.ts'
export { bucketOf, rolloutSeed, thresholdOf, variantSeed } from './compile/bucket.ts'
export { type CompiledFlags, compileFlags } from './compile/compile-flags.ts'
export type { CompiledFlag, Render } from './compile/compiled-flag.ts'
export { type Cost, noCost, type Reckon } from './compile/cost.ts'
export { type FindList, largeListCost } from './compile/large-list.ts'
export { type CompiledSplit, compileSplit, type SplitRule } from './compile/split.ts'
export { contextUnit } from './compile/unit.ts'
export { isGroup, isOfSegments, isOfShare, keysOf, leavesOf, partsOf, shareOperator } from './config/conditions.ts'
export { configLimits } from './config/config-limits.ts'
export { gatedFeatures } from './config/gated-features.ts'
export { bucketsByWeight, shareKinds } from './config/hash-problems.ts'
export { configProblems, segmentProblems, typeProblem } from './config/problems.ts'
export { type Reference, referencesOf } from './config/references.ts'
export { costOf, reckon } from './config/rules-problems.ts'
export { isWellFormed } from './config/well-formed.ts'
export {
  type ExposingFlag,
  exposuresOf,
  type FlagExposure,
  type RunningExperiment,
  readExperiment,
} from './evaluate/exposures.ts'
export { type EvaluationId, nextEvaluation } from './evaluate/memo.ts'
export { type Explanation, explain, type PrerequisiteExplanation, type RuleExplanation } from './explain/explain.ts'
export type { ConditionExplanation } from './explain/explain-condition.ts'
export { explainSegment, type SegmentExplanation } from './explain/explain-segment.ts'
export { type FlagGraph, type FlagsChange, type FlagsSource, isKnownFormat, openFlagGraph } from './graph/flag-graph.ts'
export { inOrder } from './graph/topological-order.ts'
export type { HashExplanation } from './hash/hashed-rollout.ts'
export { type HashKind, hashKinds, limitOf, type ShareKind } from './hash/kinds.ts'
export { murmur3 } from './hash/murmur3.ts'
export { openSha256 } from './hash/sha256.ts'
export { bytesOf, type HashList, hasHash, makeHashList, placeOf } from './lists/hash-list.ts'
export { type ListContent, type ListReader, listHead, listHeadBytes, openListReader } from './lists/list-reader.ts'
export { type ListDelta, mergeList } from './lists/merge-list.ts'
export { isListSalt, type UnitHash, unitHasher } from './lists/unit-hash.ts'
export { findOperator, type OperatorName, operatorNames, operators } from './operators/index.ts'
export { longestText, type Operator, type Takes } from './operators/operator.ts'
export { patternProblem } from './operators/regex.ts'
export { segmentOperatorLabels, segmentOperatorNames } from './operators/segment-operators.ts'
export { compilePattern, isFarTooLarge } from './pattern/compile-pattern.ts'
export { patternSize } from './pattern/pattern-size.ts'
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
  LargeList,
  LargeSegment,
  Prerequisite,
  Problem,
  Reason,
  Rule,
  RuleHash,
  RuleSegment,
  Scalar,
  Segment,
  SegmentCondition,
  SegmentConfig,
  SegmentOperator,
  SegmentRule,
  Share,
  ShareCondition,
  UnitShare,
  Variant,
} from './types.ts'
export { readIsoInstant } from './values/instant.ts'
export { sameValue } from './values/same-value.ts'
