import { Fragment } from 'react'
import type { PredicateNode } from '../../api/rules.js'
import { kindColours } from '../../events/kind.js'
import { Icon } from '../../icons/icon.js'
import { iconOfCondition, kindOfCondition, wordsOfCondition } from './condition-words.js'
import type { Condition } from './predicate-edit.js'
import { useSaying } from './use-saying.js'

interface ChipsProps {
  readonly node: PredicateNode
  readonly path: string
  /** Opens a condition; null where nothing may be changed. */
  readonly onOpen: ((path: string) => void) | null
  /** The words of the sentence that made the condition at a path. */
  readonly saidOf?: (path: string) => string | null
  readonly isNegated?: boolean
  readonly isInside?: boolean
}

/** Conditions as chips, joined as they are joined: what is within `or` stands in a frame. */
export function ConditionChips({ node, path, isNegated = false, isInside = false, ...rest }: ChipsProps) {
  const { text } = useSaying()
  switch (node.op) {
    case 'all':
    case 'any': {
      const group = (
        <>
          {isNegated && <Word>{text.not}</Word>}
          {node.of.map((child, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the predicate is what a condition is
            <Fragment key={at}>
              {at > 0 && <Word>{node.op === 'all' ? text.and : text.or}</Word>}
              <ConditionChips {...rest} node={child} path={`${path}.of.${at}`} isInside />
            </Fragment>
          ))}
        </>
      )
      return isInside || isNegated ? (
        <span className="flex flex-wrap items-center gap-2 rounded-3 border border-dashed border-line-strong p-[5px]">
          {group}
        </span>
      ) : (
        <div className="flex flex-wrap items-center gap-2">{group}</div>
      )
    }
    case 'not':
      return (
        <ConditionChips
          {...rest}
          node={node.of}
          path={`${path}.of`}
          isNegated={!isNegated}
          isInside={isInside}
        />
      )
    default:
      return <Chip {...rest} condition={node} path={path} isNegated={isNegated} />
  }
}

const Word = ({ children }: { children: string }) => <span className="text-ink-3">{children}</span>

interface ChipProps extends Pick<ChipsProps, 'path' | 'onOpen' | 'saidOf'> {
  readonly condition: Condition
  readonly isNegated: boolean
}

function Chip({ condition, path, isNegated, onOpen, saidOf }: ChipProps) {
  const saying = useSaying()
  const said = saidOf?.(path) ?? null
  const inside = (
    <>
      <span className={`flex-none ${kindColours[kindOfCondition(condition)]}`}>
        <Icon name={iconOfCondition(condition)} size={16} />
      </span>
      <span className="min-w-0 break-words">
        {isNegated && <b className="font-strong text-alarm">{saying.text.not} </b>}
        {wordsOfCondition(condition, saying)}
      </span>
    </>
  )
  const look =
    'flex min-h-control items-center gap-2 rounded-2 border border-line-strong bg-control px-3 py-1 text-left'
  if (!onOpen) return <span className={look}>{inside}</span>
  return (
    <button
      type="button"
      title={said === null ? saying.text.change : saying.text.fromWords(said)}
      onClick={() => onOpen(path)}
      className={`${look} hover:bg-surface-3 max-wide:min-h-[44px]`}
    >
      {inside}
    </button>
  )
}
