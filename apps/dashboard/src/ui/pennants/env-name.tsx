import { Pennant } from './pennant.tsx'

const plain = { kind: 'config', on: true, forked: false, share: 1 } as const

/** The name of an environment in a sentence. Its pennant is always plain and filled, without a line. */
export const EnvName = ({ environment }: { environment: { name: string; color: string } }) => (
  <span className="env-name">
    <Pennant environment={{ color: environment.color, protected: false }} state={plain} height={20} />
    <bdi>{environment.name}</bdi>
  </span>
)
