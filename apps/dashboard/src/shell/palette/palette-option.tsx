import { wordsOf } from '../../format/find-words.ts'
import { classes } from '../../ui/classes.ts'
import type { Command } from '../commands/command.ts'

type OptionProps = {
  id: string
  command: Command
  text: string
  isFirst: boolean
  isChosen: boolean
  onChoose(): void
  onPoint(): void
}

/** One row of the palette, with the heading above the first of a group. */
export const Option = ({ id, command, text, isFirst, isChosen, onChoose, onPoint }: OptionProps) => (
  <>
    {isFirst && <h3 role="presentation">{command.group}</h3>}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox does. */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option. */}
    <div
      role="option"
      id={id}
      aria-selected={isChosen}
      className={classes('option', isChosen && 'on')}
      ref={isChosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <span className="lead">{command.lead}</span>
      <span className="what">
        <Marked text={command.label} part={text} />
      </span>
      {command.code !== undefined && (
        <code className="key">
          <Marked text={command.code} part={text} />
        </code>
      )}
      <span className="end">
        {command.hint !== undefined && <span className="hint">{command.hint}</span>}
        {command.keys !== undefined && <kbd>{command.keys}</kbd>}
        {isChosen && (
          <>
            {command.keys === undefined && (command.next ? 'Choose' : command.hint === undefined && 'Open')}{' '}
            <kbd>Enter</kbd>
          </>
        )}
      </span>
    </div>
  </>
)

/** Highlights the typed words, wherever they are in the text. */
const Marked = ({ text, part }: { text: string; part: string }) => {
  const words = wordsOf(part).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  if (words.length === 0) return text
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'iu'))
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
