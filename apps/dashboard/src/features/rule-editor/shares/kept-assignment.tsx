import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { movedByDraw, sayOfHundred } from '../../diff/moved.ts'
import { nameKind } from '../../diff/words/share-words.ts'
import { withField } from '../../draft/edit.ts'
import { type EditedRule, useEditing } from '../editing.ts'

/** A note on an imported rule that draws like the service it came from, so that nobody changed sides during the import. */
export const KeptAssignment = ({ edited: { rule, change } }: { edited: EditedRule }) => {
  const { because } = useEditing()
  const [isAsking, setAsking] = useState(false)
  const { hash } = rule
  if (!hash) return null
  return (
    <div className="rule-line soft">
      <span>Keeps the assignment of {nameKind(hash.kind)}.</span>
      <Button kind="ghost" size="sm" because={because} onClick={() => setAsking(true)}>
        Use Bunting’s own
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Draw as Bunting does?"
        action="Draw as Bunting does"
        onConfirm={() => {
          setAsking(false)
          change(withField(rule, 'hash', undefined))
        }}
      >
        {sayOfHundred(movedByDraw(rule, rule))} who match change sides once it is saved: some who are in it leave, and
        others join. An earlier version of the flag brings them back.
      </Confirm>
    </div>
  )
}
