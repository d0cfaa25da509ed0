import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import './palette-field.css'

/** The search text, its setter, and how to close the palette. */
export type Searching = { text: string; onType(text: string): void; onClose(): void }

type PaletteFieldProps = ComponentProps<'input'> & { label: string }

export const PaletteField = ({ label, ...input }: PaletteFieldProps) => (
  <div className="q">
    <Search size={16} strokeWidth={1.5} aria-hidden />
    <input aria-label={label} placeholder={label} autoComplete="off" spellCheck={false} {...input} />
    <kbd>Esc</kbd>
  </div>
)
