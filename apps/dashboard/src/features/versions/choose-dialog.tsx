import type { FlagConfig } from '@bunting/engine'
import { useState } from 'react'
import { plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import type { Choose, Clash } from '../draft/merge.ts'
import type { PartRef } from '../draft/parts.ts'
import { sayClash, sayPlace } from '../draft/say-clash.ts'

type ChooseDialogProps = {
  base: FlagConfig
  version: number
  clashes: readonly Clash[]
  onClose(): void
  onApply(choose: Choose): void
}

const sides = ['mine', 'theirs'] as const
type Side = (typeof sides)[number]

const keyOf = (part: PartRef): string => JSON.stringify(part)

/** If both changed the same parts, the user who saves second chooses, part by part. */
export const ChooseDialog = ({ base, version, clashes, onClose, onApply }: ChooseDialogProps) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const sideOf: Choose = (part) => chosen[keyOf(part)] ?? 'mine'
  const label = { mine: 'Mine', theirs: `Version ${version}` }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`You both changed ${plural(clashes.length, 'thing')}`}
      lede={`Choose which holds. All else of yours and of version ${version} is kept.`}
    >
      <div className="clashes">
        {clashes.map((clash) => {
          const key = keyOf(clash.part)
          return (
            <fieldset key={key}>
              <legend>{sayPlace(base, clash.part)}</legend>
              {sides.map((side) => (
                <label key={side}>
                  <input
                    type="radio"
                    name={key}
                    checked={sideOf(clash.part) === side}
                    onChange={() => setChosen({ ...chosen, [key]: side })}
                  />
                  <span>
                    <b>{label[side]}</b> {sayClash(base, clash, side)}
                  </span>
                </label>
              ))}
            </fieldset>
          )
        })}
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" onClick={() => onApply(sideOf)}>
          Apply to version {version}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
