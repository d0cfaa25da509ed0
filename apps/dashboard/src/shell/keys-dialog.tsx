import { Dialog } from '../ui/overlays/dialog.tsx'
import './keys-dialog.css'
import { useListedKeys } from '../ui/use-keys.ts'

/** The names as written on keyboards: `ctrl+s` becomes Ctrl and S. */
const written = (key: string): readonly string[] =>
  key.split('+').map((part) => (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1)))

/** Keys that work on every page, without being registered. */
const everywhere = [
  { key: 'Tab', label: 'Next control' },
  { key: 'Enter', label: 'Open or press what has the focus' },
  { key: 'Esc', label: 'Close what is open' },
]

/** Lists every key that works on the current page. */
export const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <Dialog open onClose={onClose} title="Keys" lede="Letters rest while you type.">
    <dl className="shortcuts">
      {[...useListedKeys(), ...everywhere].map(({ key, label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {written(key).map((part) => (
              <kbd key={part}>{part}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
