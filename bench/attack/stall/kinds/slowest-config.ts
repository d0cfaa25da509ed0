import { openRandom } from '../../../support/random.ts'
import { type Candidate, candidateOf } from '../../../worst-case/candidate.ts'
import { familyCount } from '../../../worst-case/conditions.ts'
import { type Genes, mutated, newGenes } from '../../../worst-case/genes.ts'
import type { Target } from '../../target.ts'
import { type Asked, anyKind, type Kind } from '../kind.ts'

const empty = { version: 1, enabled: true, defaultValue: false, rules: [] }

/** The configs and contexts of the search `worst-case`, in a service: a save of them, and an evaluation by them. */
export const slowestConfig = ({ deliver, saver }: Target): Kind[] => {
  const inFlag = (genes: Genes): Genes => ({ ...genes, place: 'flag' })
  const random = openRandom(1)
  const extremes = Array.from({ length: familyCount }, (_, family) =>
    inFlag({ ...newGenes(random, true), families: [{ family, size: 1, seed: family }] }),
  )
  const kind = (name: string, request: (candidate: Candidate | undefined) => Omit<Asked, 'words'>): Kind =>
    anyKind<Genes>({
      name,
      extremes,
      random: (by) => inFlag(newGenes(by, true)),
      nearby: (genes, by) => inFlag(mutated(genes, by)),
      request: (genes) => {
        const candidate = candidateOf(genes, openRandom)
        return { words: candidate?.name ?? 'what cannot be saved', ...request(candidate) }
      },
    })
  const configOf = (candidate: Candidate | undefined) => candidate?.config ?? empty
  const [evaluated, saved] = [saver('many-4'), saver('many-5')]
  return [
    kind('evaluate the slowest config', (candidate) => ({
      prepare: () => evaluated(configOf(candidate)),
      ask: () => deliver('/v1/evaluate', { flagKey: 'many-4', context: candidate?.context ?? {} }),
    })),
    kind('save the slowest config', (candidate) => ({ ask: () => saved(configOf(candidate)) })),
  ]
}
