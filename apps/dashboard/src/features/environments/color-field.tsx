import { Field, Input } from '../../ui/controls/field.tsx'
import { envColor, Pennant } from '../../ui/pennants/pennant.tsx'

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

export const colorProblem = (text: string): string | undefined =>
  isColor(text) ? undefined : 'Six hexadecimal digits after a #, such as #15877A.'

/** The colours that every project starts with, and some that are easy to tell apart from them. */
const suggested = ['#CF4526', '#C98F12', '#15877A', '#3E63DD', '#8E4EC6', '#D6409F', '#5B8C2A', '#6B7280']

const filled = { kind: 'config', on: true, forked: false, share: 1 } as const

type ColorFieldProps = { value: string; onChange(color: string): void }

/** A colour as `#rrggbb`: typed, from a few suggestions, or from the browser's picker. A pennant shows the result. */
export const ColorField = ({ value, onChange }: ColorFieldProps) => (
  <div>
    <Field label="Colour" problem={colorProblem(value)}>
      {(control) => (
        <div className="flex items-center gap-2">
          <Input
            {...control}
            className="mono"
            value={value}
            maxLength={7}
            onChange={(event) => onChange(event.target.value.trim())}
          />
          <input
            type="color"
            className="color-well"
            aria-label="Pick a colour"
            value={isColor(value) ? value.toLowerCase() : '#000000'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
          <Pennant
            environment={{ color: isColor(value) ? value : '#6B7280', protected: false }}
            state={filled}
            height={32}
          />
        </div>
      )}
    </Field>
    <fieldset className="colors" aria-label="Suggested colours">
      {suggested.map((color) => (
        <button
          key={color}
          type="button"
          style={envColor(color)}
          aria-label={color}
          aria-pressed={value.toUpperCase() === color}
          onClick={() => onChange(color)}
        />
      ))}
    </fieldset>
    <p className="field-hint">Bunting keeps it readable on light and dark by changing its lightness alone.</p>
  </div>
)
