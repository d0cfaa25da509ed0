import type { Environment } from '@bunting/contract'
import { Field, Input } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/note.tsx'
import type { ExperimentFormState } from './use-experiment-form.ts'

type KnownByYouProps = { state: ExperimentFormState; environment: Environment }

/** Asks for what the last 14 days do not tell. */
export const KnownByYou = ({ state: { design, set, primary }, environment }: KnownByYouProps) => {
  const isShare = primary?.kind === 'conversion'
  const field = (name: keyof typeof design.typed, label: string, hint?: string) => (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          value={design.typed[name]}
          onChange={(event) => set({ typed: { ...design.typed, [name]: event.target.value } })}
        />
      )}
    </Field>
  )
  return (
    <div className="typed">
      <Note>
        <bdi>{environment.name}</bdi> has no units of the last 14 days to plan by. Say what you know, or start without.
      </Note>
      {field('mean', isShare ? 'Today, in percent' : 'Today, on average')}
      {!isShare &&
        field(
          'deviation',
          'Standard deviation',
          'How far people lie from that, usually. If in doubt, as much as the average.',
        )}
      {field('unitsPerDay', 'Units a day', 'New people who would see a variant.')}
    </div>
  )
}
