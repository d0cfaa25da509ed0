import type { Draft } from '../config/flag-config.ts'
import type { Step } from './step.ts'

export type PlanOptions = {
  /** Propose configs in protected environments. */
  propose: boolean
  /** Archive flags that the file does not have. */
  prune: boolean
}

export type PendingProposal = { id: string; key: string; env: string; draft: Draft }

/** What of a flag is proposed besides configs. */
export type PendingChange = { id: string; key: string; change: { archived?: boolean; clientSafe?: boolean } }

export type Plan = {
  steps: Step[]
  /** With any of these nothing is done. */
  problems: string[]
  /** Proposed already, and to be approved. */
  waiting: string[]
  /** Left as they are, and why. */
  notes: string[]
  /** Flags that the file does not have. */
  unmentioned: string[]
}

export const pick = <Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Pick<Fields, Name> => Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>
