import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { speakOwnWords } from './own-words.js'
import type { Language, Text } from './text.js'

interface Spoken {
  readonly language: Language
  readonly text: Text
}

const Words = createContext<Spoken | null>(null)

function useSpoken(): Spoken {
  const spoken = useContext(Words)
  if (!spoken) throw new Error('nothing is said outside of TextProvider')
  return spoken
}

/** The words of the language in use. */
export const useText = (): Text => useSpoken().text
export const useLanguage = (): Language => useSpoken().language

/** Loads the words that every page says, and with them the words of what is shown. */
export async function loadWords(language: Language): Promise<Text> {
  const [text] = await Promise.all([wordsIn(language), speakOwnWords(language)])
  return text
}

async function wordsIn(language: Language): Promise<Text> {
  switch (language) {
    case 'en':
      return (await import('./en/index.js')).en
    case 'de':
      return (await import('./de/index.js')).de
  }
}

/** Words that did not come are asked for again after so long, ms. */
const againMs = 3_000

/** Speaks a language to everything within. The one before goes on until the words are there. */
export function TextProvider({ language, children }: { language: Language; children: ReactNode }) {
  const [spoken, speak] = useState<Spoken | null>(null)
  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | null = null
    const ask = (): void => {
      loadWords(language).then(
        (text) => isWanted && speak({ language, text }),
        () => {
          if (isWanted) timer = setTimeout(ask, againMs)
        },
      )
    }
    ask()
    return () => {
      isWanted = false
      if (timer !== null) clearTimeout(timer)
    }
  }, [language])
  useEffect(() => {
    if (spoken) document.documentElement.lang = spoken.language
  }, [spoken])
  return spoken && <Words value={spoken}>{children}</Words>
}
