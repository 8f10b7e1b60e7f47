import type { Compiled } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { Icon } from '../../icons/icon.js'
import { useText } from '../../text/use-text.js'
import { useRulesText } from './use-rules-text.js'

interface ReadsProps {
  readonly sentence: string
  readonly onSentence: (sentence: string) => void
  readonly compiled: Compiled | null
  readonly isReading: boolean
  readonly isFailed: boolean
  readonly again: () => void
}

/** Who read the sentence, and sentences to begin with. Without a model: which are understood. */
export function Reads({ sentence, onSentence, compiled, isReading, isFailed, again }: ReadsProps) {
  const text = useRulesText()
  const { frame } = useText()
  const byRules = compiled?.compiled_by === 'deterministic'
  return (
    <div className="flex flex-col gap-2 text-xs text-ink-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="flex min-h-(--target) items-center gap-2">
          {isReading && text.reading}
          {!isReading && compiled && sentence.trim() !== '' && (
            <>
              <Icon name="model" size={14} />
              {byRules ? text.readByRules : text.readByModel}
            </>
          )}
        </p>
        {isFailed && (
          <p role="alert" className="flex items-center gap-2 text-alarm">
            {text.readFailed}
            <Button small onClick={again}>
              {frame.tryAgain}
            </Button>
          </p>
        )}
        <span className="flex-1" />
        {sentence.trim() === '' && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {text.tryThese}
            {text.examples.map((example) => (
              <button
                key={example}
                type="button"
                onClick={() => onSentence(example)}
                className="min-h-(--target) text-left text-ink-2 underline underline-offset-2 hover:text-ink max-wide:min-h-[44px]"
              >
                {example}
              </button>
            ))}
          </p>
        )}
      </div>
      {byRules && (
        <p>
          <span className="text-ink-2">{text.withoutModel}</span> {text.withoutModelWhich}
        </p>
      )}
    </div>
  )
}
