import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Plus } from 'lucide-react'
import { insertRule, moveRule, newRule } from '../../../draft/edit.ts'
import { Button } from '../../../parts/button.tsx'
import { countryListId } from './condition-value.tsx'
import { attributeListId } from './conditions.tsx'
import { countries } from './countries.ts'
import { useEditing } from './editing.ts'
import { focusAt } from './focus-at.ts'
import { RuleCard } from './rule-card.tsx'
import { ValueInput } from './value-input.tsx'

/** A press becomes a drag after some pixels: until then it is a press. */
const pointer = { activationConstraint: { distance: 4 } }

/** A rule moves along the pole, and no further than it reaches. */
const alongThePole: Modifier = ({ transform, draggingNodeRect: rule, containerNodeRect: pole }) => {
  if (!rule || !pole) return { ...transform, x: 0 }
  const [highest, lowest] = [pole.top - rule.top, pole.bottom - rule.bottom]
  return { ...transform, x: 0, y: Math.min(Math.max(transform.y, highest), lowest) }
}

/** The rules in the order in which they are tried, and what is left for everyone else. */
export const RuleList = () => {
  const { config, base, edit, because, type, attributes } = useEditing()
  const sensors = useSensors(
    useSensor(PointerSensor, pointer),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = config.rules.map(({ id }) => id)
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) edit((now) => moveRule(now, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[alongThePole]}
        onDragEnd={onDragEnd}
        accessibility={{ announcements: announce(ids), screenReaderInstructions: instructions }}
      >
        <ol className="rules" aria-label="Rules">
          <SortableContext items={ids} strategy={verticalListSortingStrategy}>
            {ids.map((id) => (
              <RuleCard key={id} ruleId={id} />
            ))}
          </SortableContext>
          <li className="rule">
            <div className="pole" />
            <article className="card otherwise" aria-label="Default">
              <span className="text-ink-3">{config.rules.length === 0 ? 'Everyone gets' : 'Everyone else gets'}</span>
              <ValueInput
                label="Default value"
                value={config.defaultValue}
                onChange={(defaultValue) => edit((now) => ({ ...now, defaultValue }))}
                path="defaultValue"
                isNew={base !== null && base.defaultValue !== config.defaultValue}
              />
              <Button
                kind="ghost"
                size="sm"
                className="ml-auto"
                because={because}
                onClick={() => {
                  edit((now) => insertRule(now, newRule(now, type), now.rules.length))
                  focusAt(`rules[${config.rules.length}].name`)
                }}
              >
                <Plus size={16} strokeWidth={1.5} aria-hidden />
                Rule
              </Button>
            </article>
          </li>
        </ol>
      </DndContext>
      <datalist id={attributeListId}>
        {attributes.map((attribute) => (
          <option key={attribute} value={attribute} />
        ))}
      </datalist>
      <datalist id={countryListId}>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

const instructions = {
  draggable: 'Space picks the rule up, the arrow keys move it, Space puts it down, Esc puts it back.',
}

const announce = (ids: readonly string[]): Announcements => {
  const place = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`
  return {
    onDragStart: ({ active }) => `Rule ${place(active.id)} is picked up.`,
    onDragOver: ({ over }) => (over ? `It is at place ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `It is put down at place ${place(over.id)}.` : 'It is put back.'),
    onDragCancel: ({ active }) => `It is put back at place ${place(active.id)}.`,
  }
}
