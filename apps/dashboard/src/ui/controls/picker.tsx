import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from 'react'
import { count } from '../../format/number.ts'
import { classes } from '../classes.ts'
import { keepFocus } from '../overlays/keep-focus.ts'
import '../overlays/overlay.css'
import './picker.css'

export type PickerItem = {
  /** The value that is picked; the search looks at it. */
  key: string
  /** The displayed name; the search looks at it, too. */
  name?: string | undefined
  /** Further details, at the end of the item's line. */
  end?: ReactNode
  /** Why the item cannot be picked. */
  because?: string | undefined
}

type PickerProps = {
  /** The button that opens the picker. */
  trigger: ReactElement
  /** The label of the search field: `Find a flag`. */
  label: string
  /** Undefined while the items load. */
  items: readonly PickerItem[] | undefined
  onPick(key: string): void
  onOpen?(): void
}

/** The most items shown: longer lists are searched rather than read. */
const maxShown = 60

/** The items whose key or name contains every word, in any order. */
const find = (items: readonly PickerItem[], text: string): readonly PickerItem[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter(({ key, name = '' }) => {
    const searched = `${key} ${name}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** Picks one of many items by a part of its name. */
export const Picker = ({ trigger, onOpen, onPick, ...list }: PickerProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (open) onOpen?.()
      }}
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover picker"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={keepFocus}
        >
          <Choice
            {...list}
            onPick={(key) => {
              setOpen(false)
              onPick(key)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const Choice = ({ label, items, onPick }: Pick<PickerProps, 'label' | 'items' | 'onPick'>) => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const found = find(items ?? [], text)
  const shown = found.slice(0, maxShown)
  const at = Math.min(chosen, shown.length - 1)
  const pick = (item: PickerItem | undefined) => {
    if (item && item.because === undefined) onPick(item.key)
  }
  const point = (index: number) => {
    setChosen(index)
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const size = Math.max(shown.length, 1)
    if (event.key === 'ArrowDown') point((at + 1) % size)
    else if (event.key === 'ArrowUp') point((at - 1 + size) % size)
    else if (event.key === 'Enter') pick(shown[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown[at] && `${id}-${at}`}
        aria-label={label}
        placeholder={label}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={id} aria-label={label}>
        {shown.map((item, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is meant.
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same.
          <div
            key={item.key}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-disabled={item.because !== undefined}
            className={classes('menu-item', item.because !== undefined && 'off')}
            {...(index === at ? { 'data-highlighted': true } : {})}
            onMouseMove={() => setChosen(index)}
            onClick={() => pick(item)}
          >
            <span className="what">
              <code>{item.key}</code>
              {item.name !== undefined && item.name !== item.key && <bdi>{item.name}</bdi>}
              {item.because !== undefined && <small>{item.because}</small>}
            </span>
            {item.end !== undefined && <span className="end">{item.end}</span>}
          </div>
        ))}
      </div>
      <p className="count" role="status">
        {sayFound(items, found.length, text)}
      </p>
    </>
  )
}

const sayFound = (items: readonly PickerItem[] | undefined, found: number, text: string): string => {
  if (!items) return 'Loading'
  if (found === 0) return text === '' ? 'There are none' : `Nothing here is called “${text}”`
  return found > maxShown ? `${count(found - maxShown)} more: type to find them` : ''
}
