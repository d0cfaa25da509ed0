import type { FlagKind } from '@bunting/contract'

/** The purpose of each kind of flag, in words. */
export const kindWords: Record<FlagKind, { label: string; words: string }> = {
  release: { label: 'Release', words: 'brings something out step by step, and goes once it is out' },
  experiment: { label: 'Experiment', words: 'compares, and goes once it is known' },
  operational: { label: 'Operational', words: 'how something runs: limits, switches for emergencies' },
  permission: { label: 'Permission', words: 'who may use something' },
}

export const flagKinds = Object.keys(kindWords) as FlagKind[]
