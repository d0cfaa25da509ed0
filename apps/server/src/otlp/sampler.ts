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

/** The sampler by its standard name. With `parentbased_` the caller's decision is followed, if there is one. */
export const samplerOf = ({ sampler, sampledShare }: Pick<OtlpConfig, 'sampler' | 'sampledShare'>): Sampler => {
  const root = samplers[sampler.replace(parentBased, '')]?.(sampledShare) ?? new AlwaysOnSampler()
  return parentBased.test(sampler) ? new ParentBasedSampler({ root }) : root
}
