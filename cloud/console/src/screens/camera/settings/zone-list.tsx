import { type KeyboardEvent, useId, useState } from 'react'
import { Button, IconButton } from '../../../controls/button.js'
import { Field } from '../../../controls/field.js'
import { Segments } from './controls.js'
import { useSettingsText } from './use-settings-text.js'
import type { ZoneEditing } from './use-zone-editing.js'
import {
  addZone,
  changeZone,
  freshName,
  insertPoint,
  leastPoints,
  mostPoints,
  mostZones,
  movePoint,
  type Point,
  removePoint,
  removeZone,
} from './zones.js'

const longestName = 100

/** The zones in words: adds, names and removes them, and moves their points by keys. */
export function ZoneList({ editing }: { editing: ZoneEditing }) {
  const text = useSettingsText()
  const { zones, chosen, choose, change } = editing
  const add = (kind: 'include' | 'exclude'): void => {
    change(addZone(zones, { kind, name: freshName(zones, text.zoneWords[kind]) }))
    choose(zones.length)
  }
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-strong text-ink-2">{text.zones}</h3>
      <p className="text-xs text-ink-3">{zones.length === 0 ? text.noZones : text.zonesSay}</p>
      {zones.length > 0 && (
        <ul className="flex flex-col gap-2">
          {zones.map((zone, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: zones have no name of their own that stays
            <li
              key={at}
              className="rounded-2 border border-line data-chosen:border-accent"
              data-chosen={at === chosen || undefined}
            >
              <div className="flex items-center gap-2 py-1 pr-1 pl-3">
                <span
                  aria-hidden="true"
                  className={`size-4 flex-none border-2 border-ink-2 ${zone.kind === 'exclude' ? 'border-dashed' : ''}`}
                />
                <button
                  type="button"
                  aria-expanded={at === chosen}
                  onClick={() => choose(at === chosen ? null : at)}
                  className="min-h-(--target) min-w-0 flex-1 truncate py-1 text-left font-strong"
                >
                  {zone.name === '' ? text.unnamed : zone.name}
                  <span className="font-text text-ink-3"> · {text.zoneKinds[zone.kind]}</span>
                </button>
                <IconButton
                  small
                  icon="trash"
                  label={text.removeZone(zone.name)}
                  onClick={() => {
                    change(removeZone(zones, at))
                    choose(null)
                  }}
                />
              </div>
              {at === chosen && <ZoneDetail editing={editing} at={at} />}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button small icon="plus" disabled={zones.length >= mostZones} onClick={() => add('include')}>
          {text.addInclude}
        </Button>
        <Button small icon="plus" disabled={zones.length >= mostZones} onClick={() => add('exclude')}>
          {text.addExclude}
        </Button>
        <span className="flex-1" />
        <Button small look="bare" icon="undo" disabled={!editing.canUndo} onClick={editing.undo}>
          {text.undo}
        </Button>
      </div>
      {zones.length >= mostZones && <p className="text-xs text-ink-3">{text.mostZones}</p>}
    </div>
  )
}

function ZoneDetail({ editing, at }: { editing: ZoneEditing; at: number }) {
  const text = useSettingsText()
  const { zones, change } = editing
  const [isNaming, setNaming] = useState(false)
  const says = useId()
  const zone = zones[at]
  if (!zone) return null
  const putPoints = (points: Point[], isSameStep = false): void => {
    const changed = changeZone(zones, at, { points })
    if (isSameStep) editing.drag(changed)
    else change(changed)
  }
  return (
    <div className="flex flex-col gap-4 border-t border-line p-3">
      <Field
        label={text.zoneName}
        value={zone.name}
        maxLength={longestName}
        autoComplete="off"
        problem={zone.name.trim() === '' ? text.zoneNameMissing : undefined}
        onChange={({ target }) => {
          const named = changeZone(zones, at, { name: target.value })
          // A name is one step, however many letters it has.
          if (isNaming) editing.drag(named)
          else change(named)
          setNaming(true)
        }}
        onBlur={() => setNaming(false)}
      />
      <Segments
        label={text.zoneKind}
        value={zone.kind}
        options={[
          { value: 'include', name: text.zoneKinds.include, says: text.includeSays },
          { value: 'exclude', name: text.zoneKinds.exclude, says: text.excludeSays },
        ]}
        onChange={(kind) => change(changeZone(zones, at, { kind }))}
      />
      <div className="flex flex-col gap-2">
        <h4 className="font-strong text-ink-2">{text.points}</h4>
        <p id={says} className="text-xs text-ink-3">
          {text.pointsSay}
        </p>
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-1">
          {zone.points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the row
            <li key={index}>
              <PointRow describedBy={says} {...{ editing, index, point, putPoints }} points={zone.points} />
            </li>
          ))}
        </ol>
        {zone.points.length >= mostPoints && <p className="text-xs text-ink-3">{text.mostPoints}</p>}
      </div>
    </div>
  )
}

/** How far an arrow moves a point, as a part of the picture; with Shift more. */
const [step, largeStep] = [0.01, 0.05]
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface PointRowProps {
  readonly editing: ZoneEditing
  /** Says what the numbers are, and what keys do. */
  readonly describedBy: string
  readonly index: number
  readonly point: Point
  readonly points: readonly Point[]
  /** `isSameStep`: a key is held, which is taken back as one step. */
  readonly putPoints: (points: Point[], isSameStep?: boolean) => void
}

function PointRow({ editing, describedBy, index, point: [x, y], points, putPoints }: PointRowProps) {
  const text = useSettingsText()
  const pressed = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const way = ways[event.key]
    if (way) {
      const by = event.shiftKey ? largeStep : step
      putPoints(movePoint(points, index, [x + way[0] * by, y + way[1] * by]), event.repeat)
    } else if (event.key === 'Delete' || event.key === 'Backspace') putPoints(removePoint(points, index))
    else if (event.key === 'Insert' || event.key === '+') putPoints(insertPoint(points, index))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="flex items-center rounded-1 bg-surface-2">
      <button
        type="button"
        data-point-row={index}
        aria-describedby={describedBy}
        aria-pressed={index === editing.point}
        onFocus={() => editing.choosePoint(index)}
        onBlur={() => editing.choosePoint(null)}
        onKeyDown={pressed}
        className="min-h-(--target) flex-1 rounded-1 px-2 text-left text-xs text-ink-2 aria-pressed:text-accent"
      >
        <span className="sr-only">{text.point} </span>
        {index + 1}: {Math.round(x * 100)} · {Math.round(y * 100)} %
      </button>
      <IconButton
        small
        icon="plus"
        label={text.addPointAfter(index + 1)}
        disabled={points.length >= mostPoints}
        onClick={() => putPoints(insertPoint(points, index))}
      />
      <IconButton
        small
        icon="close"
        label={text.removePoint(index + 1)}
        disabled={points.length <= leastPoints}
        onClick={() => putPoints(removePoint(points, index))}
      />
    </div>
  )
}
