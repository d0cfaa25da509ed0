import { useEffect, useRef, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Pennant } from '../../../ui/pennants/pennant.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { type Group, groupsOf, leastPx } from './groups.ts'
import type { Happening } from './happening.ts'
import { HappeningLink } from './happening-link.tsx'
import type { LaneProps } from './lane-props.ts'
import { placeIn } from './range.ts'
import { sayHappening } from './say-happening.ts'

/** The estimated width of a label beside its pennant, by its length. */
const labelPx = (label: string): number => 14 + label.length * 6.5

type LaneMarksProps = Pick<LaneProps, 'flagRef' | 'environment' | 'range' | 'widthPx' | 'focus'> & {
  items: readonly Happening[]
}

/** The pennants of a lane. Those that are too close become one with a number, which spreads when it is pressed. */
export const LaneMarks = ({ items, ...lane }: LaneMarksProps) => {
  const { environment, range, widthPx, focus } = lane
  const [spread, setSpread] = useState<string>()
  const pxOf = ({ atMs }: Happening): number => (placeIn(range, atMs) * widthPx) / 100
  const groups = groupsOf(items, pxOf)
  return groups.map((group, index) => {
    const [first] = group.items
    const last = group.items.at(-1)
    if (!first || !last) return null
    const roomPx = (groups[index + 1]?.atPx ?? widthPx + leastPx) - group.atPx - leastPx
    if (group.items.length === 1)
      return <Mark key={first.id} {...lane} item={first} atPx={group.atPx} roomPx={roomPx} />
    if (spread === first.id)
      return <Spread key={first.id} {...lane} group={group} onFold={() => setSpread(undefined)} />
    return (
      <button
        key={first.id}
        type="button"
        data-mark={first.id}
        className={classes('mark', first.isComing && 'coming')}
        style={{ left: group.atPx }}
        tabIndex={focus.tabIndexOf(first.id)}
        onFocus={() => focus.set(first.id)}
        aria-label={`${group.items.length} in ${environment.name}, close together: show each`}
        onClick={() => setSpread(first.id)}
      >
        <Pennant environment={environment} state={last.state} />
        <small className="many">{group.items.length}</small>
      </button>
    )
  })
}

type MarkProps = Omit<LaneMarksProps, 'items'> & { item: Happening; atPx: number; roomPx: number }

const Mark = ({ item, atPx, roomPx, flagRef, environment, focus }: MarkProps) => {
  const now = useNow()
  const says = sayHappening(item, environment, now)
  return (
    <HappeningLink
      flagRef={flagRef}
      environment={environment}
      where={item.where}
      className={classes('mark', item.isComing && 'coming', item.kind)}
      style={{ left: atPx }}
      tabIndex={focus.tabIndexOf(item.id)}
      onFocus={() => focus.set(item.id)}
      title={says}
    >
      <Pennant environment={environment} state={item.state} />
      <span className="sr-only">{says}</span>
      {roomPx >= labelPx(item.label) && <small aria-hidden>{item.label}</small>}
    </HappeningLink>
  )
}

/** The members of a group side by side, no longer at their true positions. */
const Spread = ({ group, onFold, ...lane }: Omit<LaneMarksProps, 'items'> & { group: Group; onFold(): void }) => {
  const box = useRef<HTMLSpanElement>(null)
  // The pressed button is gone, so the focus moves to the first pennant.
  useEffect(() => box.current?.querySelector('a')?.focus(), [])
  const lengthPx = group.items.length * leastPx
  const startPx = Math.max(Math.min(group.atPx, lane.widthPx - lengthPx), 0)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc folds it again, whichever of them has the focus.
    <span
      ref={box}
      className="spread"
      style={{ left: startPx - leastPx / 2, width: lengthPx }}
      onKeyDown={({ key }) => key === 'Escape' && onFold()}
    >
      {group.items.map((item, index) => (
        <Mark key={item.id} {...lane} item={item} atPx={(index + 0.5) * leastPx} roomPx={0} />
      ))}
    </span>
  )
}
