import type { FlagType, Variant } from '@bunting/engine'
import { Plus, X } from 'lucide-react'
import { memo } from 'react'
import { same } from '../../../format/same.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { addVariant, changeVariant, removeVariant } from '../../draft/edit.ts'
import { byKey } from '../../draft/parts.ts'
import { SettledInput, TokenInput } from '../conditions/token.tsx'
import { type Edited, ProblemsContext, problemsUnder, type ShownProblem, useEditing } from '../editing.ts'
import { focusAt } from '../focus-at.ts'
import { AnyInput } from './value-input.tsx'
import './variants.css'

/** The variants: named values that rules give and split over. */
export const Variants = ({ config, base, problems }: Edited) => {
  const { variants, type, because, edit } = useEditing()
  if (type === 'boolean') return null
  const were = base && byKey(base)
  return (
    <section className="variants" aria-label="Variants">
      <div className="variants-head">
        <h2>Variants</h2>
        <p>Values with a name. Rules give them, and split over them.</p>
        <Button
          kind="ghost"
          size="sm"
          because={because}
          onClick={() => {
            edit((now) => addVariant(now, fresh(now.variants, type)))
            focusAt(`variants[${variants.length}].key`)
          }}
        >
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          Variant
        </Button>
      </div>
      {variants.length > 0 && (
        <ul className="card">
          {variants.map((variant, at) => (
            // Keyed by index, since the variant's key changes while it is typed.
            <VariantLine
              key={at}
              variant={variant}
              at={at}
              user={config.rules.findIndex((rule) => rule.distribution?.some((share) => share.variant === variant.key))}
              isNew={were !== null && !same(were.get(variant.key), variant)}
              problems={problemsUnder(problems, `variants[${at}]`)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type VariantLineProps = {
  variant: Variant
  at: number
  /** The index of the first rule that splits over it; -1 if none does. */
  user: number
  isNew: boolean
  problems: readonly ShownProblem[]
}

const VariantLine = memo(({ variant, at, user, isNew, problems }: VariantLineProps) => {
  const { because, edit } = useEditing()
  const set = (next: Variant) => edit((now) => changeVariant(now, at, next))
  const inUse = user < 0 ? undefined : `Rule ${user + 1} splits over it.`
  const { description, ...plain } = variant
  return (
    <li className="line">
      <ProblemsContext value={problems}>
        <SettledInput
          label={`Key of variant ${at + 1}`}
          className="attr"
          placeholder="key"
          value={variant.key}
          onChange={(key) => set({ ...variant, key })}
          path={`variants[${at}].key`}
          isNew={isNew}
        />
        <span className="text-ink-3">is</span>
        <AnyInput
          label={`Value of variant ${at + 1}`}
          value={variant.value}
          onChange={(value) => set({ ...variant, value: value as Variant['value'] })}
          path={`variants[${at}].value`}
          isNew={isNew}
          placeholder="empty"
        />
        <TokenInput
          label={`Description of variant ${at + 1}`}
          className="describes"
          placeholder={because === undefined ? 'what it is for' : ''}
          value={description ?? ''}
          onChange={(text) => set(text === '' ? plain : { ...variant, description: text })}
          path={`variants[${at}].description`}
        />
        <IconButton
          name={`Remove variant ${variant.key}`}
          because={because ?? inUse}
          className="tok-remove"
          onClick={() => edit((now) => removeVariant(now, at))}
        >
          <X size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </ProblemsContext>
    </li>
  )
})

/** A new variant with the first unused key. */
const fresh = (variants: readonly Variant[] = [], type: Exclude<FlagType, 'boolean'>): Variant => {
  const taken = new Set(variants.map(({ key }) => key))
  let number = variants.length + 1
  while (taken.has(`variant-${number}`)) number += 1
  const key = `variant-${number}`
  const values = { string: key, number, json: { name: key } }
  return { key, value: values[type] }
}
