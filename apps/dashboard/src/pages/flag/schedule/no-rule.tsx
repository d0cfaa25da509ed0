import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import { sayError } from '../../../api/core/change.ts'
import { type FlagRef, useCreateFlagVersion } from '../../../api/flag-versions.ts'
import { startingConfig } from '../../../features/draft/starting-config.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/note.tsx'

type NoRuleProps = { flagRef: FlagRef; environment: Environment; config: FlagConfig }

/** Shown if there is no rule whose share a ramp could raise. Offers to add one at 0 %, which changes nothing for anybody. */
export const NoRule = ({ flagRef, environment, config }: NoRuleProps) => {
  const save = useCreateFlagVersion(flagRef.projectId)
  const name = isolate(environment.name)
  if (environment.protected || config.defaultValue !== false) {
    return (
      <Note>
        A ramp raises the share of a rule, and there is none in {name} yet. Add a rule for everyone on this page, and
        ramp that.
      </Note>
    )
  }
  const add = () => {
    const rules = startingConfig('boolean').rules.map((rule) => ({ ...rule, rolloutPercentage: 0 }))
    const next = { ...config, version: config.version + 1, rules }
    save.mutate({ ...flagRef, config: next })
  }
  return (
    <Note>
      A ramp raises the share of a rule, and there is none in {name} yet. One that gives <code>true</code> to 0 %
      changes nothing for anybody.
      <div className="mt-2">
        <Button size="sm" busy={save.isPending} onClick={add}>
          Add a rule for everyone, at 0 %
        </Button>
      </div>
      {save.error && <p className="field-hint no">{sayError(save.error)}</p>}
    </Note>
  )
}
