import type { FlagType, Rule, Share, Variant } from '@bunting/engine'
import { Plus, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { count, percent } from '../../../format/number.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { nameKind } from '../../diff/words/share-words.ts'
import { keepSum, keptSum } from '../../draft/weights.ts'
import { type EditedRule, useEditing } from '../editing.ts'
import './split.css'
import { TokenSelect } from '../conditions/token.tsx'
import { NumberInput } from '../values/typed-input.tsx'

/** Tints of the environment's colour, as in the chart of usage. */
const tints = ['100%', '62%', '30%', '80%', '46%', '16%']
const tint = (at: number): CSSProperties => ({ '--t': tints[at % tints.length] }) as CSSProperties

/** A split of matching people over variants by weight; the percentages update while the user types. */
export const Split = ({ edited }: { edited: EditedRule }) => {
  const { type, variants: own, because, locked } = useEditing()
  const variants = splitVariants(type, own)
  const { rule, at, path, was, change } = edited
  const shares = rule.distribution ?? []
  const total = shares.reduce((sum, { weight }) => sum + Number(weight), 0)
  const kept = keptSum(rule, was)
  const set = (distribution: readonly Share[]) => change({ ...rule, distribution })
  /** Sets the shares; `moved` is the changed one. If people are drawn by the sum, the others adapt to keep it. */
  const weigh = (distribution: readonly Share[], moved: number) =>
    set(kept === undefined ? distribution : keepSum(distribution, rule.hash?.kind, kept, moved))
  const free = variants.filter(({ key }) => !shares.some(({ variant }) => variant === key))
  const closed = because ?? locked
  return (
    <div className="splitbar">
      <span className="lead">give</span>
      <div className="min-w-0">
        <div className="bar" aria-hidden>
          {shares.map(({ variant, weight }, index) => (
            <i key={variant} style={{ ...tint(index), width: `${(weight / total) * 100}%` }} />
          ))}
        </div>
        <ul className="shares">
          {shares.map((share, index) => (
            <li key={share.variant}>
              <i className="swatch" style={tint(index)} aria-hidden />
              <TokenSelect
                label={`Variant ${index + 1} of rule ${at + 1}`}
                className="val"
                value={share.variant}
                path={`${path}.distribution[${index}].variant`}
                options={[share.variant, ...free.map(({ key }) => key)].map((key) => ({ value: key, label: key }))}
                onChange={(variant) => set(shares.with(index, { ...share, variant }))}
              />
              <NumberInput
                label={`Weight of ${share.variant} in rule ${at + 1}`}
                className="weight"
                value={share.weight}
                onChange={(weight) => weigh(shares.with(index, { ...share, weight }), index)}
                path={`${path}.distribution[${index}].weight`}
                because={closed}
              />
              <span className="num">{percent(Math.round((share.weight / total) * 100_000) / 1_000)}</span>
              {shares.length > 1 && (
                <IconButton
                  name={`Take ${share.variant} out of the split`}
                  because={because}
                  onClick={() => weigh(shares.toSpliced(index, 1), index - 1)}
                >
                  <X size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        {kept !== undefined && (
          <p className="text-ink-3">
            What one gains the next one gives: {nameKind(rule.hash?.kind ?? '')} draws by the sum of the weights,{' '}
            {count(kept)}.
          </p>
        )}
        <div className="flex flex-wrap gap-1">
          {free[0] && (
            <Button
              kind="ghost"
              size="sm"
              because={closed}
              onClick={() =>
                weigh([...shares, { variant: free[0]?.key ?? '', weight: evenWeight(shares) }], shares.length)
              }
            >
              <Plus size={16} strokeWidth={1.5} aria-hidden />
              Variant
            </Button>
          )}
          <Button kind="ghost" size="sm" because={because} onClick={() => change(unsplit(rule, variants))}>
            One value instead
          </Button>
        </div>
      </div>
    </div>
  )
}

type Splittable = { key: string; value: Variant['value'] | boolean }

/** The variants to split over. A boolean flag has none of its own, and is split over `true` and `false`. */
export const splitVariants = (type: FlagType | undefined, variants: readonly Variant[]): readonly Splittable[] =>
  type === 'boolean' ? [true, false].map((value) => ({ key: String(value), value })) : variants

/** The weight of a new share: the average of the others. */
const evenWeight = (shares: readonly Share[]): number =>
  Math.max(1, Math.round(shares.reduce((sum, { weight }) => sum + (Number(weight) || 0), 0) / shares.length))

const unsplit = ({ distribution, ...rule }: Rule, variants: readonly Splittable[]): Rule => {
  const first = variants.find(({ key }) => key === distribution?.[0]?.variant)
  return { ...rule, value: first?.value ?? '' }
}
