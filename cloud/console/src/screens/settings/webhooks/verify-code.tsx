import { useState } from 'react'
import { Choices } from '../../../controls/choices.js'
import { useWebhooksText } from './use-webhooks-text.js'
import { verifyPrograms } from './verify-programs.js'

const languages = ['TypeScript', 'Python'] as const

/** How a receiver tells a delivery of ours from one of somebody else, as a program. */
export function VerifyCode() {
  const text = useWebhooksText()
  const [language, choose] = useState<(typeof languages)[number]>('TypeScript')
  return (
    <details className="rounded-3 border border-line bg-surface">
      <summary className="flex min-h-(--target) cursor-pointer items-center px-4 py-3 font-strong">
        {text.verify}
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-ink-2">{text.verifySays}</p>
          <Choices
            label={text.language}
            value={language}
            options={languages.map((one) => ({ value: one, says: one }))}
            onChange={choose}
          />
        </div>
        <Code label={language}>{verifyPrograms[language]}</Code>
      </div>
    </details>
  )
}

/** Text of machines, as it is. It can be scrolled by keys. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      className="max-h-[360px] overflow-auto rounded-2 bg-surface-2 p-3"
    >
      <pre className="font-mono text-code text-ink-2">{children}</pre>
    </section>
  )
}
