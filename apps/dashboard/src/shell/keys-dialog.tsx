import { Dialog } from '../ui/overlays/dialog.tsx'
import './keys-dialog.css'
import { useListedKeys } from '../ui/use-keys.ts'

/** As they are written on keyboards: `ctrl+s` is Ctrl and S. */
const written = (key: string): readonly string[] =>
  key.split('+').map((part) => (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1)))

/** What is so on every page, without anybody asking for it. */
const everywhere = [
  { key: 'Tab', label: 'Next control' },
  { key: 'Enter', label: 'Open or press what has the focus' },
  { key: 'Esc', label: 'Close what is open' },
]

/** Every key that does something on the page in view. */
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
