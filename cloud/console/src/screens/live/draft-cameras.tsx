import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { Camera } from '../../api/cameras.js'
import { Check, Field } from '../../controls/field.js'
import { useEditorText } from './use-editor-text.js'
import { type Draft, toggled } from './view-draft.js'

interface DraftCamerasProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly cameras: readonly Camera[]
}

const rowHeight = 32
/** With fewer cameras nobody needs to search. */
const fewCameras = 12

/** Which cameras a view has. Only the rows in view are in the page: there may be a thousand. */
export function DraftCameras({ draft, onDraft, cameras }: DraftCamerasProps) {
  const text = useEditorText()
  const [words, setWords] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const chosen = new Set(draft.cameras.map(({ id }) => id))
  const found = cameras.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  return (
    <fieldset className="flex flex-none flex-col gap-2">
      <legend className="pb-[6px] font-strong text-ink-2">{text.cameras}</legend>
      {cameras.length > fewCameras && (
        <Field label={text.search} value={words} onChange={({ target }) => setWords(target.value)} />
      )}
      <div ref={scroller} className="max-h-[200px] overflow-y-auto rounded-2 border border-line px-3">
        <ul className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const camera = found[index]
            return (
              camera && (
                <li
                  key={camera.id}
                  className="absolute inset-x-0 top-0 flex h-[32px] items-center"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Check
                    label={camera.name}
                    checked={chosen.has(camera.id)}
                    onChange={() => onDraft(toggled(draft, camera.id))}
                    className="min-w-0 truncate"
                  />
                </li>
              )
            )
          })}
        </ul>
      </div>
    </fieldset>
  )
}
