import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { OtlpConfig } from './config.ts'

const samplers: Record<string, (share: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (share) => new TraceIdRatioBasedSampler(share),
}

const parentBased = /^parentbased_/

/** By the standard's names. With `parentbased_` a caller that has decided is followed. */
export const samplerOf = ({ sampler, sampledShare }: Pick<OtlpConfig, 'sampler' | 'sampledShare'>): Sampler => {
  const root = samplers[sampler.replace(parentBased, '')]?.(sampledShare) ?? new AlwaysOnSampler()
  return parentBased.test(sampler) ? new ParentBasedSampler({ root }) : root
}
