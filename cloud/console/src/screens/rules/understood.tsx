import { useState } from 'react'
import { Button, IconButton } from '../../controls/button.js'
import { ConditionChips } from './condition-chips.js'
import { ConditionDialog } from './condition-dialog.js'
import { Panel } from './panel.js'
import {
  isCondition,
  newCondition,
  nodeAt,
  placedIn,
  replaced,
  turned,
  withAlso,
  withOr,
} from './predicate-edit.js'
import { Doubts } from './sentence-field.js'
import { useRulesText } from './use-rules-text.js'
import type { WordsDraft } from './use-words-draft.js'

/** How a sentence was understood: its conditions, each to be changed by hand, and what is not in the rule. */
export function Understood({ draft, mayChange }: { draft: WordsDraft; mayChange: boolean }) {
  const text = useRulesText()
  const { predicate, compiled, isByHand } = draft
  const [open, setOpen] = useState<string | null>(null)
  const placed =
    predicate && open !== null ? placedIn(predicate).find(({ path }) => path === open) : undefined
  const add = (): void => {
    const next = withAlso(predicate, newCondition('object'))
    draft.setPredicate(next)
    setOpen(next.where.op === 'all' ? `where.of.${next.where.of.length - 1}` : 'where')
  }
  const saidOf = (path: string): string | null => {
    // Places of words are of what the sentence means, which conditions changed by hand are not.
    const isSame = JSON.stringify(compiled?.predicate) === JSON.stringify(predicate)
    const words = isSame ? (compiled?.words ?? []) : []
    const trimmed = draft.sentence.trim()
    const said = words
      .filter(({ paths }) => paths.includes(path))
      .map(({ start, end }) => trimmed.slice(start, end))
    return said.length === 0 ? null : said.join(' … ')
  }
  return (
    <Panel
      title={text.understood}
      beside={
        mayChange && isByHand && compiled?.predicate ? (
          <Button small look="bare" onClick={draft.asSentence}>
            {text.asSentence}
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        {predicate ? (
          <ConditionChips
            node={predicate.where}
            path="where"
            onOpen={mayChange ? setOpen : null}
            saidOf={saidOf}
          />
        ) : (
          <p className="text-ink-3">{text.nothingYet}</p>
        )}
        {mayChange && <IconButton icon="plus" label={text.addCondition} onClick={add} />}
      </div>
      {isByHand && draft.sentence.trim() !== '' && <p className="text-xs text-ink-3">{text.byHand}</p>}
      {compiled && <Doubts compiled={compiled} />}
      {placed && predicate && (
        <ConditionDialog
          condition={placed.condition}
          isNegated={placed.isNegated}
          onChange={(condition) => draft.setPredicate(replaced(predicate, placed.path, condition))}
          onTurn={() => {
            const next = turned(predicate, placed.path)
            draft.setPredicate(next)
            setOpen(nextPath(placed.path, next))
          }}
          onOr={() => {
            draft.setPredicate(withOr(predicate, placed.path, newCondition(placed.condition.op)))
            setOpen(`${placed.path}.of.1`)
          }}
          onRemove={() => {
            draft.setPredicate(replaced(predicate, placed.path, null))
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}

/** Where a condition stands after it became its contrary: within a `not`, or no longer. */
function nextPath(path: string, predicate: Parameters<typeof nodeAt>[0]): string {
  const inside = nodeAt(predicate, `${path}.of`)
  return inside && isCondition(inside) ? `${path}.of` : path.replace(/\.of$/, '')
}
