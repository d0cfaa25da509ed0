import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Command, CommandContext } from '../commands/command.ts'
import { commandSources } from '../commands/index.ts'
import { findCommands } from './find-commands.ts'
import './palette.css'
import { PaletteField, type Searching } from './palette-field.tsx'
import { Option } from './palette-option.tsx'

type PaletteProps = CommandContext & Searching & { onClosed(): void }

/** Finds any flag, page or command by words of its name; some commands have a second step. */
export const Palette = ({ text, onType, onClose, onClosed, ...context }: PaletteProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(0)
  /** The index of the selected action of the chosen command; undefined if none is. */
  const [action, setAction] = useState<number>()
  /** The command whose second step is open, if any. */
  const [chosenFrom, chooseFrom] = useState<Command>()
  const listId = useId()
  // The list of sources never changes, so neither does the order of their hooks.
  const all = commandSources.flatMap((useCommands) => useCommands(context))
  const found = findCommands(chosenFrom?.next?.() ?? all, text)
  const at = Math.min(chosen, found.length - 1)
  const actions = found[at]?.actions?.() ?? []
  const isActing = action !== undefined && actions.length > 0
  const shown = text !== '' || isActing ? [...found, ...actions] : found
  const current = isActing ? found.length + action : at
  const run = (command: Command | undefined) => {
    if (!command) return
    if (command.next) {
      chooseFrom(command)
      onType('')
      point(0)
      return
    }
    onClose()
    command.run?.()
  }
  const point = (index: number) => {
    if (index >= found.length) return setAction(index - found.length)
    setAction(undefined)
    setChosen(index)
  }
  const step = (by: 1 | -1) => {
    const [from, size] = isActing ? [action, actions.length] : [at, found.length]
    const next = (from + by + size) % Math.max(size, 1)
    point(isActing ? found.length + next : next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const byLetter = isActing ? actions.find(({ keys }) => keys === event.key.toUpperCase()) : undefined
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter') run(shown[current])
    // The palette has no other control that Tab could go to.
    else if (event.key === 'Tab') setAction(isActing || actions.length === 0 ? undefined : 0)
    else if (event.key === 'Backspace' && text === '' && chosenFrom) back()
    else if (byLetter && !event.ctrlKey && !event.metaKey) run(byLetter)
    else return
    event.preventDefault()
  }
  const back = () => {
    chooseFrom(undefined)
    point(0)
  }
  const onEscape = (event: Event) => {
    if (!isActing && !chosenFrom) return
    event.preventDefault()
    if (isActing) setAction(undefined)
    else back()
  }
  // By default the field's text would be selected, and the next letter would replace it.
  const onOpen = (event: Event) => {
    event.preventDefault()
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }
  const onCloseFocus = (event: Event) => {
    event.preventDefault()
    onClosed()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="scrim" />
        <Radix.Content
          className="palette"
          aria-describedby={undefined}
          onEscapeKeyDown={onEscape}
          onOpenAutoFocus={onOpen}
          onCloseAutoFocus={onCloseFocus}
        >
          <Radix.Title className="sr-only">Search or jump to</Radix.Title>
          <PaletteField
            ref={field}
            label={chosenFrom?.label ?? 'Search or jump to'}
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={shown[current] && `${listId}-${current}`}
            value={text}
            onChange={(event) => {
              onType(event.target.value)
              point(0)
            }}
            onKeyDown={onKeyDown}
          />
          <div role="listbox" id={listId} aria-label="Results" className="results">
            {shown.map((command, index) => (
              <Option
                key={`${command.group} ${command.id}`}
                id={`${listId}-${index}`}
                command={command}
                text={text}
                isFirst={command.group !== shown[index - 1]?.group}
                isChosen={index === current}
                onChoose={() => run(command)}
                onPoint={() => point(index)}
              />
            ))}
          </div>
          {found.length === 0 && <p className="none">Nothing here is called “{text}”.</p>}
          <footer aria-hidden>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> move
            </span>
            <span>
              <kbd>Enter</kbd> {found[at]?.next ? 'choose' : 'open'}
            </span>
            {actions.length > 0 && (
              <span>
                <kbd>Tab</kbd> {isActing ? 'back' : 'actions of a flag'}
              </span>
            )}
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
