import { useState } from 'react'
import type { Camera } from '../../api/cameras.js'
import { IconButton } from '../../controls/button.js'
import { useEditorText } from './use-editor-text.js'
import { type Draft, movedTo, resized } from './view-draft.js'

interface DraftOrderProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly cameras: readonly Camera[]
}

const sizes = [1, 2, 3] as const

/** In which order the cameras of a view stand, by dragging or by buttons, and how large where they stand by hand. */
export function DraftOrder({ draft, onDraft, cameras }: DraftOrderProps) {
  const text = useEditorText()
  const [dragged, setDragged] = useState<number | null>(null)
  const names = new Map(cameras.map(({ id, name }) => [id, name]))
  const last = draft.cameras.length - 1
  return (
    <section aria-labelledby="view-order" className="flex flex-none flex-col gap-2">
      <h3 id="view-order" className="font-strong text-ink-2">
        {text.order}
      </h3>
      <ol className="flex flex-col gap-1">
        {draft.cameras.map(({ id, size }, at) => {
          const name = names.get(id) ?? ''
          return (
            <li
              key={id}
              draggable
              title={text.drag}
              onDragStart={(drag) => {
                drag.dataTransfer.effectAllowed = 'move'
                setDragged(at)
              }}
              onDragOver={(drag) => dragged !== null && drag.preventDefault()}
              onDrop={(drop) => {
                drop.preventDefault()
                if (dragged !== null) onDraft(movedTo(draft, dragged, at))
                setDragged(null)
              }}
              onDragEnd={() => setDragged(null)}
              className={`flex h-[36px] cursor-grab items-center gap-1 rounded-2 bg-surface-2 pl-3 ${dragged === at ? 'opacity-55' : ''}`}
            >
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {draft.layout === 'by_hand' && (
                <select
                  aria-label={text.size(name)}
                  value={size}
                  onChange={({ target }) => onDraft(resized(draft, id, Number(target.value)))}
                  className="h-control-small rounded-2 border border-control-line bg-bg px-1 text-xs"
                >
                  {sizes.map((one) => (
                    <option key={one} value={one}>
                      {one}×
                    </option>
                  ))}
                </select>
              )}
              <IconButton
                small
                icon="back"
                label={text.up(name)}
                disabled={at === 0}
                onClick={() => onDraft(movedTo(draft, at, at - 1))}
                className="rotate-90"
              />
              <IconButton
                small
                icon="next"
                label={text.down(name)}
                disabled={at === last}
                onClick={() => onDraft(movedTo(draft, at, at + 1))}
                className="rotate-90"
              />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
